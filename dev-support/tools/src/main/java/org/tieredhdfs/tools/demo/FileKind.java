package org.tieredhdfs.tools.demo;

import java.util.Locale;
import org.tieredhdfs.ycsb.report.FileClass;

/**
 * What the demo tells apart: the report's classes of files, and small from large compacted ones.
 */
enum FileKind {
  WAL(FileClass.WAL),
  FLUSHED(FileClass.FLUSHED),
  /** At or below the bound that {@code hbase.tiered.compaction.small.max.size} sets. */
  COMPACTED_SMALL(FileClass.COMPACTED),
  /** Above the bound; any compacted file where nothing is said of small ones. */
  COMPACTED(FileClass.COMPACTED),
  ARCHIVED(FileClass.ARCHIVED),
  /** Of HBase's own tables, and what describes tables and regions. */
  TABLE(FileClass.TABLE);

  private final FileClass fileClass;

  FileKind(FileClass fileClass) {
    this.fileClass = fileClass;
  }

  /** Under which class the report has it. */
  FileClass fileClass() {
    return fileClass;
  }

  /** The name for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
