package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Finds the volumes with the replicas of a file's last block. */
final class BlockOnVolume {
  private static final org.apache.hadoop.fs.Path LOGS =
      new org.apache.hadoop.fs.Path("/hbase/WALs");

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
    String label = cluster.site().failSlowCase().medium().label();
    org.apache.hadoop.fs.Path log = openLog();
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
  private org.apache.hadoop.fs.Path openLog() throws IOException, ClusterException {
    org.apache.hadoop.fs.Path open = null;
    for (FileStatus server : cluster.fs().listStatus(LOGS)) {
      for (FileStatus file : cluster.fs().listStatus(server.getPath())) {
        org.apache.hadoop.fs.Path log = file.getPath();
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

  private LocatedBlocks blocks(org.apache.hadoop.fs.Path file) throws IOException {
    return cluster.fs().getClient().getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE);
  }

  /** The volumes with the last block of a file, in the NameNode's order; none may hang. */
  List<Volume> holding(org.apache.hadoop.fs.Path file) throws IOException {
    LocatedBlock last = blocks(file).getLastLocatedBlock();
    List<Volume> holding = new ArrayList<>();
    if (last != null) {
      String name = last.getBlock().getBlockName();
      for (DatanodeInfo node : last.getLocations()) {
        for (Volume volume : cluster.volumes(nameOf(node))) {
          if (holds(volume.path(), name)) {
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

  private static boolean holds(Path volume, String block) throws IOException {
    BlockSearch search = new BlockSearch(block);
    Files.walkFileTree(volume, search);
    return search.isFound;
  }

  /** A walk through a volume in which files come and go meanwhile. */
  private static final class BlockSearch extends SimpleFileVisitor<Path> {
    private final String block;
    private boolean isFound;

    BlockSearch(String block) {
      this.block = block;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      isFound = file.endsWith(block);
      return isFound ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
