package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Finds the volumes with the replicas of a file's last block. */
final class BlockOnVolume {
  private static final Path LOGS = new Path("/hbase/WALs");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final FailSlowCluster cluster;

  BlockOnVolume(FailSlowCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The volume of the medium under test with the second replica of the write-ahead log that HBase
   * writes to: the one in the middle of a pipeline of three.
   *
   * @throws ClusterException if there is none
   */
  Volume ofWriteAheadLog() throws IOException, ClusterException {
    String label = cluster.one().medium().label();
    Path log = openLog();
    List<Volume> volumes = holding(log);
    List<Volume> ofMedium =
        volumes.stream().filter(volume -> volume.label().equals(label)).toList();
    if (ofMedium.isEmpty()) {
      throw new ClusterException(log + " is on " + volumes + ", and not on " + label);
    }
    return ofMedium.get(Math.min(1, ofMedium.size() - 1));
  }

  /**
   * The log that is open. After a roll the one before it is closed, and so has the later time of
   * modification.
   */
  private Path openLog() throws IOException, ClusterException {
    Path open = null;
    for (FileStatus server : cluster.hdfs().fs().listStatus(LOGS)) {
      for (FileStatus file : cluster.hdfs().fs().listStatus(server.getPath())) {
        Path log = file.getPath();
        boolean isOfMeta = log.getName().endsWith(".meta");
        // Of two, the old one is about to be closed; the names end with the time of creation
        boolean isNewer = open == null || log.getName().compareTo(open.getName()) > 0;
        if (!isOfMeta && isNewer && blocks(log).isUnderConstruction()) {
          open = log;
        }
      }
    }
    if (open == null) {
      throw new ClusterException("HBase has no open write-ahead log");
    }
    return open;
  }

  private LocatedBlocks blocks(Path file) throws IOException {
    return cluster
        .hdfs()
        .fs()
        .getClient()
        .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE);
  }

  /** The volumes with the last block of a file, in the NameNode's order; none may hang. */
  List<Volume> holding(Path file) throws IOException {
    LocatedBlock last = blocks(file).getLastLocatedBlock();
    List<Volume> holding = new ArrayList<>();
    if (last != null) {
      String name = last.getBlock().getBlockName();
      for (DatanodeInfo node : last.getLocations()) {
        for (Volume volume : cluster.hdfs().volumes(nameOf(node))) {
          if (holds(volume, name)) {
            holding.add(volume);
          }
        }
      }
    }
    return holding;
  }

  private String nameOf(DatanodeInfo node) {
    return cluster.dataNodes().entrySet().stream()
        .filter(known -> known.getValue().transferPort() == node.getXferPort())
        .map(known -> known.getKey())
        .findFirst()
        .orElse("");
  }

  /** Files of a volume come and go meanwhile, of which find complains. */
  private static boolean holds(Volume volume, String block) throws IOException {
    return LinuxTool.run(
            LIMIT,
            "sh",
            "-c",
            "find \"$1\" -name \"$2\" -print -quit 2>/dev/null || true",
            "find",
            volume.path().toString(),
            block)
        .contains(block);
  }
}
