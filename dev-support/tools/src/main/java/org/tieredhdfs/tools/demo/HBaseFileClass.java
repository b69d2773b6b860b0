package org.tieredhdfs.tools.demo;

import java.util.List;
import java.util.Optional;

/** What an HBase file is, told from where it lies; the classes that reports break bytes down by. */
enum HBaseFileClass {
  WAL("wal", List.of("/hbase/WALs/", "/hbase/oldWALs/")),
  ARCHIVED("archived", List.of("/hbase/archive/")),
  TABLE("table", List.of("/hbase/data/"));

  /** Suffix of logs of the master's own store, which oldWALs keeps among those of servers. */
  private static final String MASTER_LOG_SUFFIX = "$masterlocalwal$";

  private final String key;
  private final List<String> folders;

  HBaseFileClass(String key, List<String> folders) {
    this.key = key;
    this.folders = folders;
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
      if (fileClass.folders.stream().anyMatch(path::startsWith)) {
        return Optional.of(fileClass);
      }
    }
    return Optional.empty();
  }
}
