package org.tieredhdfs.demo;

import java.util.Locale;
import org.tieredhdfs.report.ReportedFileClass;

/**
 * The kinds of files in the demo: the report's classes, with small and large compacted files apart.
 */
enum DemoFileClass {
  WAL(ReportedFileClass.WAL),
  FLUSHED(ReportedFileClass.FLUSHED),
  /** At or below the bound that {@code hbase.tiered.compaction.small.max.size} sets. */
  COMPACTED_SMALL(ReportedFileClass.COMPACTED),
  /** Above the bound; any compacted file where nothing is said of small ones. */
  COMPACTED(ReportedFileClass.COMPACTED),
  ARCHIVED(ReportedFileClass.ARCHIVED),
  /** Of HBase's own tables, and what describes tables and regions. */
  TABLE(ReportedFileClass.TABLE);

  private final ReportedFileClass fileClass;

  DemoFileClass(ReportedFileClass fileClass) {
    this.fileClass = fileClass;
  }

  /** Under which class the report has it. */
  ReportedFileClass fileClass() {
    return fileClass;
  }

  /** The name for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
