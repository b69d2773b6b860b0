package org.tieredhdfs.tools.demo;

import java.util.Optional;

/** What an HBase file is, told from where it lies; the classes that reports break bytes down by. */
enum HBaseFileClass {
  WAL("wal", "/hbase/(WALs|oldWALs)/.+"),
  ARCHIVED("archived", "/hbase/archive/.+"),
  TABLE("table", "/hbase/data/.+");

  /** Suffix of logs of the master's own store, which oldWALs keeps among those of servers. */
  private static final String MASTER_LOG_SUFFIX = "$masterlocalwal$";

  private final String key;
  private final String paths;

  HBaseFileClass(String key, String paths) {
    this.key = key;
    this.paths = paths;
  }

  /** The name of the class in reports. */
  String key() {
    return key;
  }

  /** The class of a file below {@code /hbase}; empty for files that hold no rows. */
  static Optional<HBaseFileClass> of(String path) {
    if (path.endsWith(MASTER_LOG_SUFFIX)) {
      return Optional.empty();
    }
    for (HBaseFileClass fileClass : values()) {
      if (path.matches(fileClass.paths)) {
        return Optional.of(fileClass);
      }
    }
    return Optional.empty();
  }
}
