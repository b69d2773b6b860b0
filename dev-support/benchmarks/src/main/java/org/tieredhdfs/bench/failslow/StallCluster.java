package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Two DataNodes with one volume in memory and one on an emulated disk each.
 *
 * @param progress told of what goes wrong beside the measurement
 * @param measured the DataNode whose disk hangs
 * @param other the one that holds what is re-replicated
 * @param slow the disk that hangs
 * @param fast the volume in memory beside it
 */
record StallCluster(
    BenchCluster hdfs,
    Progress progress,
    DataNodeAddress measured,
    DataNodeAddress other,
    Volume slow,
    Volume fast)
    implements AutoCloseable {
  static final String FAST = "NVDIMM";
  static final String SLOW = "DISK";
  static final Path ROOT = new Path("/bench");

  static StallCluster start(ClusterSpec spec, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec, progress);
    try {
      // Files stay in memory by default: if the Mover's own file were on the hung volume, the Mover
      // would stop, and not the DataNode.
      hdfs.fs().setStoragePolicy(new Path("/"), "ALL_NVDIMM");
      return new StallCluster(
          hdfs,
          progress,
          hdfs.view().dataNode("dn0"),
          hdfs.view().dataNode("dn1"),
          hdfs.volumes("dn0", SLOW).get(0),
          hdfs.volumes("dn0", FAST).get(0));
    } catch (IOException | ClusterException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
  }

  /** Makes a directory whose files go to the volume of one kind. */
  Path directory(String name, String type) throws IOException {
    Path path = new Path(ROOT, name);
    hdfs.fs().mkdirs(path);
    hdfs.fs().setStoragePolicy(path, type.equals(FAST) ? "ALL_NVDIMM" : "HOT");
    return path;
  }

  /** Writes files of one replica each. */
  List<Path> fill(Path directory, int files, int bytes, DataNodeAddress node) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      Path path = new Path(directory, "f" + i);
      hdfs.write(path, new byte[bytes], node, false);
      paths.add(path);
    }
    return paths;
  }

  /** The measured DataNode, as the NameNode knows it: none if it has it dead. */
  List<DatanodeInfo> live() throws IOException {
    return Arrays.stream(hdfs.fs().getDataNodeStats(DatanodeReportType.LIVE))
        .filter(node -> node.getXferPort() == measured.transferPort())
        .toList();
  }

  /** Milliseconds since its last heartbeat, -1 if the NameNode has it dead; on one clock. */
  long sinceContactMs() throws IOException {
    return live().stream()
        .mapToLong(node -> Math.max(0, System.currentTimeMillis() - node.getLastUpdate()))
        .findFirst()
        .orElse(-1);
  }

  @Override
  public void close() throws IOException, ClusterException {
    hdfs.close();
  }
}
