package org.tieredhdfs.upstream;

import java.util.List;
import org.tieredhdfs.upstream.TestOutcome.Status;

/**
 * One run of one test class on one side.
 *
 * @param attempt 1, or 2 when the class was run again
 */
record ClassRun(
    TestSide side, TestClass test, int attempt, long durationMs, List<TestOutcome> outcomes) {
  ClassRun {
    outcomes = List.copyOf(outcomes);
  }

  long count(Status status) {
    return outcomes.stream().filter(outcome -> outcome.status() == status).count();
  }

  /** The four figures of a class in the order in which Surefire prints them. */
  String summary() {
    return "run %d, failed %d, errors %d, skipped %d"
        .formatted(
            outcomes.size(), count(Status.FAILED), count(Status.ERROR), count(Status.SKIPPED));
  }
}
