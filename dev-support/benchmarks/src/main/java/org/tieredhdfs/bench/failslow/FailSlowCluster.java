package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * HDFS and HBase of one case on one side, with directories for the users of each medium; ended by
 * {@link #close}, whatever its volumes suffer from.
 */
final class FailSlowCluster implements AutoCloseable {
  private final FailSlowSite site;
  private final BenchCluster hdfs;
  private final Map<String, DataNodeAddress> dataNodes = new LinkedHashMap<>();

  private FailSlowCluster(FailSlowSite site, BenchCluster hdfs)
      throws IOException, ClusterException {
    this.site = site;
    this.hdfs = hdfs;
    for (int i = 0; i < site.dataNodes(); i++) {
      dataNodes.put("dn" + i, view().dataNode("dn" + i));
    }
  }

  /**
   * Starts it.
   *
   * @throws ClusterException if a daemon does not come up
   */
  static FailSlowCluster start(FailSlowSite site, MediaPace pace, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(site.spec(pace), progress);
    boolean isUp = false;
    try {
      FailSlowCluster started = new FailSlowCluster(site, hdfs);
      started.makeDirectories();
      hdfs.startHbase();
      isUp = true;
      return started;
    } finally {
      if (!isUp) {
        hdfs.close();
      }
    }
  }

  private void makeDirectories() throws IOException {
    FailSlowMedium medium = site.failSlowCase().medium();
    FailSlowMedium other = site.failSlowCase().otherMedium();
    // HFiles, and all that is not told otherwise
    setPolicy("/", other);
    setPolicy(FailSlowLoad.ROOT, medium);
    setPolicy(FailSlowLoad.OTHER_ROOT, other);
    setPolicy(FailSlowLoad.MOVED, other);
  }

  private void setPolicy(String directory, FailSlowMedium medium) throws IOException {
    Path path = new Path(directory);
    fs().mkdirs(path);
    fs().setStoragePolicy(path, site.policy(medium));
  }

  FailSlowSite site() {
    return site;
  }

  ClusterView view() {
    return hdfs.view();
  }

  DistributedFileSystem fs() {
    return hdfs.fs();
  }

  Media media() throws ClusterException {
    return hdfs.media();
  }

  /** A new file of one replica, on a DataNode. */
  FSDataOutputStream create(Path path, String dataNode) throws IOException, ClusterException {
    DataNodeAddress node = dataNodes.get(dataNode);
    if (node == null) {
      throw new ClusterException("there is no " + dataNode);
    }
    return hdfs.create(path, 1, node);
  }

  /** Where DataNodes are reached, by their names. */
  Map<String, DataNodeAddress> dataNodes() {
    return dataNodes;
  }

  /** All volumes of a DataNode. */
  List<Volume> volumes(String dataNode) {
    return view().record().volumes().stream()
        .filter(volume -> volume.dataNode().equals(dataNode))
        .toList();
  }

  /** The process of a daemon. */
  long pid(String name) throws IOException, ClusterException {
    return view().status().daemons().stream()
        .filter(daemon -> daemon.name().equals(name) && daemon.pid() > 0)
        .mapToLong(DaemonStatus::pid)
        .findFirst()
        .orElseThrow(() -> new ClusterException(name + " does not run"));
  }

  /**
   * Starts the daemons of HBase that have ended, as its RegionServer does where it cannot write its
   * log.
   *
   * @return how many had
   */
  int restartHbase() throws IOException, ClusterException {
    DaemonControl control = hdfs.control(Progress.silent());
    List<String> ended = new ArrayList<>();
    for (Role role : List.of(Role.HMASTER, Role.REGIONSERVER)) {
      for (String name : control.names(role)) {
        if (!control.isRunning(name)) {
          ended.add(name);
        }
      }
    }
    if (!ended.isEmpty()) {
      control.startAll(ended);
    }
    return ended.size();
  }

  @Override
  public void close() throws IOException, ClusterException {
    hdfs.close();
  }
}
