package org.tieredhdfs.upstream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of one test on one side over all runs of its class.
 *
 * @param best the best outcome: what passed once can pass
 * @param flaky whether it was broken in one run and not in another
 */
record SideOutcome(Outcome best, boolean flaky) {

  /** The outcomes of all tests in these runs of a class, by id, in the order in which they ran. */
  static Map<String, SideOutcome> of(List<ClassRun> runs) {
    Map<String, SideOutcome> merged = new LinkedHashMap<>();
    for (ClassRun run : runs) {
      run.outcomes().forEach(outcome -> merged.putIfAbsent(outcome.id(), of(outcome, runs)));
    }
    return merged;
  }

  private static SideOutcome of(Outcome first, List<ClassRun> runs) {
    Outcome best = first;
    boolean brokenOnce = false;
    boolean fineOnce = false;
    for (ClassRun run : runs) {
      Optional<Outcome> found = find(run, first.id());
      // Trouble of the class as a whole is only reported where there is some.
      if (found.isEmpty() && first.isOfClass()) {
        found = Optional.of(first.asPassed());
      }
      if (found.isPresent()) {
        Outcome outcome = found.get();
        brokenOnce |= outcome.status().isBroken();
        fineOnce |= !outcome.status().isBroken();
        best = outcome.status().compareTo(best.status()) < 0 ? outcome : best;
      }
    }
    return new SideOutcome(best, brokenOnce && fineOnce);
  }

  private static Optional<Outcome> find(ClassRun run, String id) {
    return run.outcomes().stream().filter(outcome -> outcome.id().equals(id)).findFirst();
  }
}
