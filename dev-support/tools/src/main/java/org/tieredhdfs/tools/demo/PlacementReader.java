package org.tieredhdfs.tools.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Reads from the NameNode on which storage types the replicas of HBase's files lie. */
final class PlacementReader {

  /** Replicas of one class of files on one storage type. */
  record Usage(long bytes, long replicas) {
    Usage plus(long moreBytes) {
      return new Usage(bytes + moreBytes, replicas + 1);
    }
  }

  private final DistributedFileSystem fs;

  PlacementReader(DistributedFileSystem fs) {
    this.fs = fs;
  }

  /**
   * Bytes and replicas by class of file and storage type. Replicas are counted one by one: a block
   * of replication 3 counts three times its length. An open file counts what the NameNode knows.
   */
  Map<HBaseFileClass, Map<String, Usage>> read(Path root) throws IOException {
    Map<HBaseFileClass, Map<String, Usage>> usage = new EnumMap<>(HBaseFileClass.class);
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(root, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      HBaseFileClass.of(file.getPath().toUri().getPath())
          .ifPresent(
              fileClass ->
                  add(
                      (HdfsLocatedFileStatus) file,
                      usage.computeIfAbsent(fileClass, key -> new TreeMap<>())));
    }
    return usage;
  }

  private static void add(HdfsLocatedFileStatus file, Map<String, Usage> usage) {
    for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
      for (StorageType type : block.getStorageTypes()) {
        usage.merge(
            type.name(), new Usage(block.getBlockSize(), 1), (old, more) -> old.plus(more.bytes()));
      }
    }
  }
}
