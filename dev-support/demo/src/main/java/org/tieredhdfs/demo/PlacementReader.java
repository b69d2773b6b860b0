package org.tieredhdfs.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.hbase.StorePlacement;
import org.tieredhdfs.hbase.report.StoreFileClass;
import org.tieredhdfs.report.Placement;

/**
 * Reads from the NameNode on which storage types the replicas of HBase's files lie.
 *
 * @param sinceMs files that were closed before, by the clock, are passed over: a cluster that was
 *     there before has logs and archived files from before its policies
 */
public record PlacementReader(FileSystem fs, Configuration hbase, long sinceMs) {
  /** Files with rows of users' tables: namespace, table, region, family, file. */
  private static final Pattern STORE_FILE =
      Pattern.compile("/hbase/data/(?!hbase/)[^/]+/[^/]+/[0-9a-f]{32}/[^./][^/]*/[0-9a-f]{32}");

  /** Suffix of logs of the master's own store, which oldWALs keeps among those of servers. */
  private static final String MASTER_LOG_SUFFIX = "$masterlocalwal$";

  /**
   * Bytes and replicas by kind of file and storage type. A block of replication 3 counts three
   * times; a file that is open counts with what the NameNode knows of its length.
   */
  List<StoredBytes> read() throws IOException {
    return below("/hbase");
  }

  /** The same by the classes that a report knows. */
  public List<Placement> placements() throws IOException {
    return StoredBytes.placements(read());
  }

  /** Those of archived files alone. */
  List<StoredBytes> readArchive() throws IOException {
    return below(DemoPolicies.ARCHIVE);
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

  /** The kind of a file by path and content; empty for files that hold no rows. */
  private Optional<DemoFileClass> kindOf(LocatedFileStatus file) throws IOException {
    String path = file.getPath().toUri().getPath();
    if (!STORE_FILE.matcher(path).matches()) {
      return byPath(path);
    }
    try {
      return Optional.of(
          switch (StoreFileClass.of(fs, file, hbase, StorePlacement.of(hbase))) {
            case FLUSHED -> DemoFileClass.FLUSHED;
            case COMPACTED_SMALL -> DemoFileClass.COMPACTED_SMALL;
            case COMPACTED -> DemoFileClass.COMPACTED;
            default -> DemoFileClass.TABLE;
          });
    } catch (FileNotFoundException e) {
      // archived since it was listed: the archive counts it, or nobody does
      return Optional.empty();
    }
  }

  /** What its place tells; a table's file may be any of them. */
  static Optional<DemoFileClass> byPath(String path) {
    if (path.endsWith(MASTER_LOG_SUFFIX)) {
      return Optional.empty();
    }
    if (path.startsWith("/hbase/WALs/") || path.startsWith("/hbase/oldWALs/")) {
      return Optional.of(DemoFileClass.WAL);
    }
    if (path.startsWith(DemoPolicies.ARCHIVE + "/")) {
      return Optional.of(DemoFileClass.ARCHIVED);
    }
    return path.startsWith("/hbase/data/") ? Optional.of(DemoFileClass.TABLE) : Optional.empty();
  }
}
