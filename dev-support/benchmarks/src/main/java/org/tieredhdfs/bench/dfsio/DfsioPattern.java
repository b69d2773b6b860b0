package org.tieredhdfs.bench.dfsio;

import java.util.List;
import java.util.Locale;

/** What is done with each file. */
enum DfsioPattern {
  WRITE,
  SEQUENTIAL,
  RANDOM,
  BACKWARD,
  SKIP;

  /** Those whose results the study gave as one, "random read". */
  static final List<DfsioPattern> RANDOM_READS = List.of(RANDOM, BACKWARD, SKIP);

  boolean isRead() {
    return this != WRITE;
  }

  /** As it stands in names of cases and in requests. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
