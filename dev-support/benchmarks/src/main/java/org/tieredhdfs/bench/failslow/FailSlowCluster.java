package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.failslow.client.FailSlowLoad;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * HDFS and HBase of one case on one side, with directories for the users of each medium; ended by
 * {@link #close}, whatever its volumes suffer from.
 *
 * @param dataNodes where DataNodes are reached, by their names
 */
record FailSlowCluster(
    BenchCluster hdfs, FailSlow.Case one, Side side, Map<String, DataNodeAddress> dataNodes)
    implements AutoCloseable {

  /**
   * Starts it.
   *
   * @throws ClusterException if a daemon does not come up
   */
  static FailSlowCluster start(ClusterSpec spec, FailSlow.Case one, Side side)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec, Progress.silent());
    boolean isUp = false;
    try {
      Map<String, DataNodeAddress> dataNodes = new LinkedHashMap<>();
      for (int i = 0; i < spec.dataNodes(); i++) {
        dataNodes.put("dn" + i, hdfs.view().dataNode("dn" + i));
      }
      FailSlowCluster started = new FailSlowCluster(hdfs, one, side, dataNodes);
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
    // HFiles, and all that is not told otherwise
    setPolicy("/", one.otherMedium());
    setPolicy(FailSlowLoad.ROOT, one.medium());
    setPolicy(FailSlowLoad.OTHER_ROOT, one.otherMedium());
    setPolicy(FailSlowLoad.MOVED, one.otherMedium());
  }

  private void setPolicy(String directory, FailSlowMedium medium) throws IOException {
    Path path = new Path(directory);
    hdfs.fs().mkdirs(path);
    hdfs.fs().setStoragePolicy(path, medium.policy(side));
  }

  /** A new file of one replica, on a DataNode. */
  FSDataOutputStream create(Path path, String dataNode) throws IOException, ClusterException {
    DataNodeAddress node = dataNodes.get(dataNode);
    if (node == null) {
      throw new ClusterException("there is no " + dataNode);
    }
    return hdfs.create(path, 1, node);
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
