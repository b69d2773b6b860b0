package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.MoverKeys;

/**
 * The mover's view of the cluster, renewed when it is asked for and has grown old.
 *
 * <p>Thread-safe. One caller renews it while the others go on with the old one.
 */
public final class ClusterWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

  private final NamenodeLink namenode;
  private final long refreshIntervalNs;
  private final boolean hasNodeGroups;
  private final AtomicBoolean isRefreshing = new AtomicBoolean();
  private volatile ClusterSnapshot snapshot;
  private volatile long takenAtNs;

  public ClusterWatch(Configuration conf, NamenodeLink namenode) throws IOException {
    this.namenode = namenode;
    this.refreshIntervalNs =
        TimeUnit.MILLISECONDS.toNanos(MoverKeys.REFRESH_INTERVAL.getDurationMs(conf));
    this.hasNodeGroups =
        NetworkTopologyWithNodeGroup.class.isAssignableFrom(
            conf.getClass(CommonConfigurationKeysPublic.NET_TOPOLOGY_IMPL_KEY, Object.class));
    this.snapshot = take(Set.of());
    this.takenAtNs = System.nanoTime();
  }

  /** The view, no older than the interval unless the NameNode cannot be asked. */
  public ClusterSnapshot current() {
    if (System.nanoTime() - takenAtNs > refreshIntervalNs
        && isRefreshing.compareAndSet(false, true)) {
      try {
        renew();
      } catch (IOException e) {
        LOG.warn("The view of the DataNodes is out of date: {}", e.toString());
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

  private void renew() throws IOException {
    if (namenode.isInSafeMode()) {
      // it has just started: DataNodes that have not called yet are not dead
      LOG.info("The NameNode is in safe mode; the view of the DataNodes stays as it is");
    } else {
      snapshot = take(snapshot.types());
    }
  }

  private ClusterSnapshot take(Set<StorageType> typesBefore) throws IOException {
    return new ClusterSnapshot(namenode.liveDatanodes(), hasNodeGroups, typesBefore);
  }
}
