package org.tieredhdfs.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.report.Placement;

/** Reads from the NameNode on which storage types the replicas of HBase's files lie. */
public final class PlacementReader {
  private static final String ROOT = "/hbase";
  private static final String ARCHIVE = "/hbase/archive";

  private final FileSystem fs;
  private final HBaseFiles files;
  private final long sinceMs;

  /**
   * @param hbase the configuration of HBase
   * @param sinceMs files that were closed before, by the clock, are passed over: a cluster that was
   *     there before has logs and archived files from before its policies
   */
  public PlacementReader(FileSystem fs, Configuration hbase, long sinceMs) {
    this.fs = fs;
    this.sinceMs = sinceMs;
    files = new HBaseFiles(fs, hbase);
  }

  /**
   * Bytes and replicas by kind of file and storage type. A block of replication 3 counts three
   * times; a file that is open counts with what the NameNode knows of its length.
   */
  List<StoredBytes> read() throws IOException {
    return below(ROOT);
  }

  /** The same by the classes that a report knows. */
  public List<Placement> placements() throws IOException {
    return StoredBytes.placements(read());
  }

  /** Those of archived files alone. */
  List<StoredBytes> readArchive() throws IOException {
    return below(ARCHIVE);
  }

  private List<StoredBytes> below(String root) throws IOException {
    Map<DemoFileClass, Map<String, StoredBytes>> sums = new EnumMap<>(DemoFileClass.class);
    RemoteIterator<LocatedFileStatus> listed = fs.listFiles(new Path(root), true);
    while (listed.hasNext()) {
      LocatedFileStatus file = listed.next();
      if (file.getModificationTime() >= sinceMs) {
        kindOf(file).ifPresent(kind -> add(sums, kind, (HdfsLocatedFileStatus) file));
      }
    }
    return sums.values().stream().flatMap(byType -> byType.values().stream()).toList();
  }

  private Optional<DemoFileClass> kindOf(LocatedFileStatus file) throws IOException {
    try {
      return files.kindOf(file);
    } catch (FileNotFoundException e) {
      // archived since it was listed: the archive counts it, or nobody does
      return Optional.empty();
    }
  }

  private static void add(
      Map<DemoFileClass, Map<String, StoredBytes>> sums,
      DemoFileClass kind,
      HdfsLocatedFileStatus file) {
    Map<String, StoredBytes> byType = sums.computeIfAbsent(kind, key -> new TreeMap<>());
    for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
      for (StorageType type : block.getStorageTypes()) {
        StoredBytes one = new StoredBytes(kind, type.name(), block.getBlockSize(), 1);
        byType.merge(type.name(), one, StoredBytes::plus);
      }
    }
  }
}
