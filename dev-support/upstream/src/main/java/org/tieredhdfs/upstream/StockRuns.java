package org.tieredhdfs.upstream;

import java.util.List;

/** Which classes run on stock, too. */
enum StockRuns {
  /** All of them, before they run on our side. */
  ALWAYS,
  /** Those of which a test did not pass on our side: what passes there has nothing to excuse. */
  NEEDED;

  /** The order in which a class runs on the sides. */
  List<TestSide> order() {
    return this == ALWAYS
        ? List.of(TestSide.STOCK, TestSide.OURS)
        : List.of(TestSide.OURS, TestSide.STOCK);
  }

  /** Whether a class is to run on a side after the runs it has had. */
  boolean wants(TestSide side, List<ClassRun> before) {
    return this == ALWAYS
        || side == TestSide.OURS
        || before.isEmpty()
        || before.stream().anyMatch(run -> run.count(Status.PASSED) < run.outcomes().size());
  }
}
