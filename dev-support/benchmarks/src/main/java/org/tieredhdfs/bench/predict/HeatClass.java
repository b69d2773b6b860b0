package org.tieredhdfs.bench.predict;

import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * The classes of HBase's files, the hottest first: what gets the fastest medium as far as it goes.
 */
public enum HeatClass {
  WAL("WAL"),
  FLUSHED("flushed"),
  COMPACTED_SMALL("compacted, small"),
  COMPACTED("compacted, large"),
  ARCHIVED("archive");

  private final String label;

  HeatClass(String label) {
    this.label = label;
  }

  /** As it stands in tables. */
  public String label() {
    return label;
  }

  /** Whether writers wait for it. */
  boolean isWaitedFor() {
    return this == WAL || this == FLUSHED;
  }

  /** Where it is in a case of the study. */
  StudyMedium medium(StudyCase study) {
    return switch (this) {
      case WAL -> study.wal();
      case FLUSHED -> study.flushed();
      case COMPACTED_SMALL -> study.compactedSmall();
      case COMPACTED -> study.compacted();
      case ARCHIVED -> study.others();
    };
  }
}
