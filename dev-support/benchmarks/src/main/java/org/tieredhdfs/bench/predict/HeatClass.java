package org.tieredhdfs.bench.predict;

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

  /**
   * The part of all written bytes that are written into this class; files move into the archive.
   */
  double share(ClassShares shares) {
    return switch (this) {
      case WAL -> shares.wal();
      case FLUSHED -> shares.flushed();
      case COMPACTED_SMALL -> shares.compactedSmall();
      case COMPACTED -> shares.compacted();
      case ARCHIVED -> 0;
    };
  }
}
