package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.hbase.StorePlacement;
import org.tieredhdfs.hbase.report.StoreFileClass;

/** Determines the kind of an HBase file from its path below {@code /hbase} and its content. */
final class HBaseFiles {
  /** Suffix of logs of the master's own store, which oldWALs keeps among those of servers. */
  private static final String MASTER_LOG_SUFFIX = "$masterlocalwal$";

  private static final Map<DemoFileClass, String> PATHS = new EnumMap<>(DemoFileClass.class);

  static {
    PATHS.put(DemoFileClass.WAL, "/hbase/(WALs|oldWALs)/.+");
    PATHS.put(DemoFileClass.ARCHIVED, "/hbase/archive/.+");
    PATHS.put(DemoFileClass.TABLE, "/hbase/data/.+");
  }

  /** Files with rows of users' tables: namespace, table, region, family, file. */
  private static final Pattern STORE_FILE =
      Pattern.compile("/hbase/data/(?!hbase/)[^/]+/[^/]+/[0-9a-f]{32}/[^./][^/]*/[0-9a-f]{32}");

  private final FileSystem fs;
  private final Configuration conf;

  /**
   * @param conf of HBase
   */
  HBaseFiles(FileSystem fs, Configuration conf) {
    this.fs = fs;
    this.conf = conf;
  }

  /** The kind of a file; empty for files that hold no rows. */
  Optional<DemoFileClass> kindOf(FileStatus file) throws IOException {
    String path = file.getPath().toUri().getPath();
    return STORE_FILE.matcher(path).matches() ? Optional.of(storeFile(file)) : byPath(path);
  }

  private DemoFileClass storeFile(FileStatus file) throws IOException {
    return switch (StoreFileClass.of(fs, file, conf, StorePlacement.of(conf))) {
      case FLUSHED -> DemoFileClass.FLUSHED;
      case COMPACTED_SMALL -> DemoFileClass.COMPACTED_SMALL;
      case COMPACTED -> DemoFileClass.COMPACTED;
      default -> DemoFileClass.TABLE;
    };
  }

  /** What its place tells; a table's file may be any of them. */
  static Optional<DemoFileClass> byPath(String path) {
    if (path.endsWith(MASTER_LOG_SUFFIX)) {
      return Optional.empty();
    }
    return PATHS.entrySet().stream()
        .filter(entry -> path.matches(entry.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
