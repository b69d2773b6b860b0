package org.tieredhdfs.tools.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.ycsb.report.FileClass;
import org.tieredhdfs.ycsb.report.Placement;

/** Reads from the NameNode on which storage types the replicas of HBase's files lie. */
final class PlacementReader {
  private final Map<FileClass, Map<String, Usage>> usage = new EnumMap<>(FileClass.class);

  /** Replicas of one class of files on one storage type. */
  private record Usage(long bytes, long replicas) {
    Usage plus(Usage more) {
      return new Usage(bytes + more.bytes, replicas + more.replicas);
    }
  }

  private PlacementReader() {}

  /**
   * Bytes and replicas by class of file and storage type. A block of replication 3 counts three
   * times; a file that is open counts with what the NameNode knows of its length.
   */
  static List<Placement> read(FileSystem fs) throws IOException {
    PlacementReader reader = new PlacementReader();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path("/hbase"), true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      HBaseFiles.classOf(file.getPath().toUri().getPath())
          .ifPresent(fileClass -> reader.add(fileClass, (HdfsLocatedFileStatus) file));
    }
    return reader.placements();
  }

  private void add(FileClass fileClass, HdfsLocatedFileStatus file) {
    Map<String, Usage> byType = usage.computeIfAbsent(fileClass, key -> new TreeMap<>());
    for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
      for (StorageType type : block.getStorageTypes()) {
        byType.merge(type.name(), new Usage(block.getBlockSize(), 1), Usage::plus);
      }
    }
  }

  private List<Placement> placements() {
    List<Placement> placements = new ArrayList<>();
    usage.forEach(
        (fileClass, byType) ->
            byType.forEach(
                (type, sum) ->
                    placements.add(new Placement(fileClass, type, sum.bytes, sum.replicas))));
    return placements;
  }
}
