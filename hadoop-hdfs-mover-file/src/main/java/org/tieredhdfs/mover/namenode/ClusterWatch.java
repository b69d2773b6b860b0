package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The mover's cached view of the cluster, refreshed on demand when it is too old.
 *
 * <p>Thread-safe. One caller renews it while the others go on with the old one.
 */
public final class ClusterWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

  /** A restarted NameNode needs some minutes until all DataNodes have reported. */
  private static final long GRACE_MS = TimeUnit.MINUTES.toMillis(10);

  private final NamenodeLink namenode;
  private final long refreshIntervalNs;
  private final boolean hasNodeGroups;
  private final RememberedTypes remembered;
  private final AtomicBoolean isRefreshing = new AtomicBoolean();
  private volatile ClusterSnapshot snapshot;
  private volatile long takenAtNs;

  public ClusterWatch(Configuration conf, NamenodeLink namenode) throws IOException {
    this(conf, namenode, GRACE_MS);
  }

  /**
   * @param graceMs how long a storage type counts that no DataNode in service has
   */
  ClusterWatch(Configuration conf, NamenodeLink namenode, long graceMs) throws IOException {
    this.namenode = namenode;
    this.remembered = new RememberedTypes(graceMs);
    this.refreshIntervalNs =
        TimeUnit.MILLISECONDS.toNanos(MoverKeys.REFRESH_INTERVAL.getDurationMs(conf));
    this.hasNodeGroups =
        NetworkTopologyWithNodeGroup.class.isAssignableFrom(
            conf.getClass(CommonConfigurationKeysPublic.NET_TOPOLOGY_IMPL_KEY, Object.class));
    // nodes that are dead already may return as well as those that die later
    remembered.saw(typesOfMissedNodes(), System.nanoTime());
    this.snapshot = take();
    this.takenAtNs = System.nanoTime();
  }

  /** The view, no older than the interval unless the NameNode cannot be reached. */
  public ClusterSnapshot current() {
    if (System.nanoTime() - takenAtNs > refreshIntervalNs
        && isRefreshing.compareAndSet(false, true)) {
      try {
        renew();
      } catch (IOException e) {
        LOG.warn("Cannot refresh the view of the DataNodes: {}", e.toString());
      } finally {
        takenAtNs = System.nanoTime();
        isRefreshing.set(false);
      }
    }
    return snapshot;
  }

  /** The view as it is, without asking the NameNode. */
  public ClusterSnapshot known() {
    return snapshot;
  }

  /** Asks the NameNode; for one thread at a time. */
  void renew() throws IOException {
    if (namenode.isInSafeMode()) {
      // it has just started: DataNodes that have not registered yet are not dead
      LOG.info("The NameNode is in safe mode; keeping the last view of the DataNodes");
    } else {
      snapshot = take();
    }
  }

  private ClusterSnapshot take() throws IOException {
    DatanodeStorageReport[] reports = namenode.liveDatanodes();
    long nowNs = System.nanoTime();
    ClusterSnapshot taken =
        new ClusterSnapshot(
            reports,
            hasNodeGroups,
            namenode.isUpgrading(),
            namenode.hidesReplicas(),
            remembered.counting(this::typesOfMissedNodes, nowNs));
    remembered.saw(taken.seenTypes(), nowNs);
    return taken;
  }

  private Set<StorageType> typesOfMissedNodes() throws IOException {
    EnumSet<StorageType> types = EnumSet.noneOf(StorageType.class);
    for (DatanodeStorageReport report : namenode.deadDatanodes()) {
      DatanodeInfo node = report.getDatanodeInfo();
      if (!node.isDecommissioned() && !node.isDecommissionInProgress()) {
        for (StorageReport volume : report.getStorageReports()) {
          types.add(volume.getStorage().getStorageType());
        }
      }
    }
    return types;
  }
}
