package org.tieredhdfs.tools.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.ycsb.report.FileClass;

/** Tells what an HBase file is from where it lies below {@code /hbase}. */
final class HBaseFiles {
  /** Suffix of logs of the master's own store, which oldWALs keeps among those of servers. */
  private static final String MASTER_LOG_SUFFIX = "$masterlocalwal$";

  private static final Map<FileClass, String> PATHS = new EnumMap<>(FileClass.class);

  static {
    PATHS.put(FileClass.WAL, "/hbase/(WALs|oldWALs)/.+");
    PATHS.put(FileClass.ARCHIVED, "/hbase/archive/.+");
    PATHS.put(FileClass.TABLE, "/hbase/data/.+");
  }

  private HBaseFiles() {}

  /** The class of a file; empty for files that hold no rows. */
  static Optional<FileClass> classOf(String path) {
    if (path.endsWith(MASTER_LOG_SUFFIX)) {
      return Optional.empty();
    }
    return PATHS.entrySet().stream()
        .filter(entry -> path.matches(entry.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
