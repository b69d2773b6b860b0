package org.tieredhdfs.upstream;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of one test on one side over all runs of its class.
 *
 * @param best the best one: what passed once can pass
 * @param worst the worst one, which says what went wrong when anything did
 */
record SideOutcome(TestOutcome best, TestOutcome worst) {
  private static final Comparator<TestOutcome> BEST_FIRST =
      Comparator.comparing(TestOutcome::status);

  /** The outcomes of all tests in these runs of a class, by id, in the order in which they ran. */
  static Map<String, SideOutcome> of(List<ClassRun> runs) {
    Map<String, SideOutcome> merged = new LinkedHashMap<>();
    for (ClassRun run : runs) {
      run.outcomes().forEach(outcome -> merged.putIfAbsent(outcome.id(), of(outcome, runs)));
    }
    return merged;
  }

  /** Whether it was broken in one run and not in another. */
  boolean flaky() {
    return worst.status().isBroken() && !best.status().isBroken();
  }

  private static SideOutcome of(TestOutcome test, List<ClassRun> runs) {
    List<TestOutcome> outcomes = runs.stream().flatMap(run -> find(test, run).stream()).toList();
    return new SideOutcome(
        Collections.min(outcomes, BEST_FIRST), Collections.max(outcomes, BEST_FIRST));
  }

  private static Optional<TestOutcome> find(TestOutcome test, ClassRun run) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.id().equals(test.id()))
        .findFirst()
        // A class-level outcome exists only for failures; without one the class passed.
        .or(() -> test.isOfClass() ? Optional.of(test.asPassed()) : Optional.empty());
  }
}
