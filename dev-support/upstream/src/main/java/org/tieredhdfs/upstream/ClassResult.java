package org.tieredhdfs.upstream;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all runs of one test class say, on the sides on which it ran. */
final class ClassResult {
  private final TestClass test;
  private final Map<Side, List<ClassRun>> runs = new EnumMap<>(Side.class);

  ClassResult(TestClass test, List<ClassRun> all) {
    this.test = test;
    all.forEach(run -> runs.computeIfAbsent(run.side(), side -> new ArrayList<>()).add(run));
  }

  TestClass test() {
    return test;
  }

  List<ClassRun> runs() {
    return runs.values().stream().flatMap(List::stream).toList();
  }

  /** The first run on a side, which is the one that is timed. */
  Optional<ClassRun> firstRun(Side side) {
    return runs.getOrDefault(side, List.of()).stream().findFirst();
  }

  /** How many tests of a side ended so, counting the better of two runs. */
  long count(Side side, Status status) {
    return outcomes(side).values().stream()
        .map(SideOutcome::best)
        .filter(best -> best.status() == status)
        // Trouble of the class that is over is not a test that passed.
        .filter(best -> !(best.isOfClass() && status == Status.PASSED))
        .count();
  }

  /** Whether a second run is needed to tell a difference between the sides from a flaky test. */
  boolean wantsSecondRun() {
    boolean compared = runs.size() == Side.values().length;
    return comparisons().stream()
        .map(TestComparison::verdict)
        .anyMatch(
            verdict ->
                verdict == Verdict.REGRESSION
                    || verdict == Verdict.STOCK_ONLY
                    || (verdict == Verdict.STOCK_FAILURE && !compared));
  }

  /** Each test on both sides. */
  List<TestComparison> comparisons() {
    Map<String, SideOutcome> stock = outcomes(Side.STOCK);
    Map<String, SideOutcome> ours = outcomes(Side.OURS);
    Set<String> ids = new LinkedHashSet<>(stock.keySet());
    ids.addAll(ours.keySet());
    return ids.stream().map(id -> compare(stock.get(id), ours.get(id))).toList();
  }

  private Map<String, SideOutcome> outcomes(Side side) {
    return SideOutcome.of(runs.getOrDefault(side, List.of()));
  }

  private TestComparison compare(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    return new TestComparison(test, stock, ours, verdict(stock, ours));
  }

  private Verdict verdict(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    Status onStock = status(Side.STOCK, stock, ours);
    Status withOurs = status(Side.OURS, ours, stock);
    boolean fine =
        withOurs == Status.PASSED || (withOurs == Status.SKIPPED && onStock == Status.SKIPPED);
    if (onStock.isBroken()) {
      return fine && runs.containsKey(Side.OURS) ? Verdict.STOCK_ONLY : Verdict.STOCK_FAILURE;
    }
    if (!fine && runs.containsKey(Side.OURS)) {
      return Verdict.REGRESSION;
    }
    boolean flaky = (stock != null && stock.flaky()) || (ours != null && ours.flaky());
    return flaky ? Verdict.FLAKY : Verdict.SAME;
  }

  /**
   * How a test counts on a side. One that the other side ran and this one did not is broken here; a
   * side that was not asked for asks for nothing.
   */
  private Status status(Side side, @Nullable SideOutcome here, @Nullable SideOutcome there) {
    if (here != null) {
      return here.best().status();
    }
    if (!runs.containsKey(side)) {
      return Status.SKIPPED;
    }
    return there != null && there.best().isOfClass() ? Status.PASSED : Status.ERROR;
  }
}
