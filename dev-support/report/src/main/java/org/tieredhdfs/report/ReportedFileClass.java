package org.tieredhdfs.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The kind of an HBase file. */
public enum ReportedFileClass {
  /** A write-ahead log. */
  @JsonProperty("wal")
  WAL,
  /** A table's file that a flush wrote. */
  @JsonProperty("flushed")
  FLUSHED,
  /** A table's file that a compaction wrote. */
  @JsonProperty("compacted")
  COMPACTED,
  /** A file that no table uses any more. */
  @JsonProperty("archived")
  ARCHIVED,
  /** A table's file, whoever wrote it. */
  @JsonProperty("table")
  TABLE;

  /** The name in the report. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
