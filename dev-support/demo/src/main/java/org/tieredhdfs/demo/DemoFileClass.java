package org.tieredhdfs.demo;

import java.util.Locale;
import org.tieredhdfs.report.ReportedFileClass;

/**
 * The kinds of files in the demo: the report's classes, with small and large compacted files apart.
 */
enum DemoFileClass {
  WAL,
  FLUSHED,
  /** At or below the bound that {@code hbase.tiered.compaction.small.max.size} sets. */
  COMPACTED_SMALL,
  /** Above the bound; any compacted file where nothing is said of small ones. */
  COMPACTED,
  ARCHIVED,
  /** Of HBase's own tables, and what describes tables and regions. */
  TABLE;

  /** Under which class the report has it. */
  ReportedFileClass reported() {
    return this == COMPACTED_SMALL
        ? ReportedFileClass.COMPACTED
        : ReportedFileClass.valueOf(name());
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
