package org.tieredhdfs.upstream;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The results of all runs of one test class, on each side. */
final class ClassResult {
  private final TestClass test;
  private final Map<TestSide, List<ClassRun>> runs = new EnumMap<>(TestSide.class);

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
  Optional<ClassRun> firstRun(TestSide side) {
    return runs.getOrDefault(side, List.of()).stream().findFirst();
  }

  /** How many tests of a side ended so, counting the better of two runs. */
  long count(TestSide side, Status status) {
    return outcomes(side).values().stream()
        .map(SideOutcome::best)
        .filter(best -> best.status() == status)
        // A class-level failure that is gone in a second run is no passed test.
        .filter(best -> !(best.isOfClass() && status == Status.PASSED))
        .count();
  }

  /** Whether a second run is needed to tell a difference between the sides from a flaky test. */
  boolean wantsSecondRun() {
    boolean compared = runs.size() == TestSide.values().length;
    return comparisons().stream()
        .map(TestComparison::verdict)
        .anyMatch(
            verdict ->
                verdict == ComparisonVerdict.REGRESSION
                    || verdict == ComparisonVerdict.STOCK_ONLY
                    || (verdict == ComparisonVerdict.STOCK_FAILURE && !compared));
  }

  /** Each test on both sides. */
  List<TestComparison> comparisons() {
    Map<String, SideOutcome> stock = outcomes(TestSide.STOCK);
    Map<String, SideOutcome> ours = outcomes(TestSide.OURS);
    Set<String> ids = new LinkedHashSet<>(stock.keySet());
    ids.addAll(ours.keySet());
    return ids.stream().map(id -> compare(stock.get(id), ours.get(id))).toList();
  }

  private Map<String, SideOutcome> outcomes(TestSide side) {
    return SideOutcome.of(runs.getOrDefault(side, List.of()));
  }

  private TestComparison compare(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    return new TestComparison(test, stock, ours, verdict(stock, ours));
  }

  private ComparisonVerdict verdict(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    Status onStock = status(TestSide.STOCK, stock, ours);
    Status withOurs = status(TestSide.OURS, ours, stock);
    boolean fine =
        withOurs == Status.PASSED || (withOurs == Status.SKIPPED && onStock == Status.SKIPPED);
    if (onStock.isBroken()) {
      return fine && runs.containsKey(TestSide.OURS)
          ? ComparisonVerdict.STOCK_ONLY
          : ComparisonVerdict.STOCK_FAILURE;
    }
    if (!fine && runs.containsKey(TestSide.OURS)) {
      return ComparisonVerdict.REGRESSION;
    }
    boolean flaky = (stock != null && stock.flaky()) || (ours != null && ours.flaky());
    return flaky ? ComparisonVerdict.FLAKY : ComparisonVerdict.SAME;
  }

  /**
   * How a test counts on a side. One that the other side ran and this one did not is broken here; a
   * side that was not asked for asks for nothing.
   */
  private Status status(TestSide side, @Nullable SideOutcome here, @Nullable SideOutcome there) {
    if (here != null) {
      return here.best().status();
    }
    if (!runs.containsKey(side)) {
      return Status.SKIPPED;
    }
    return there != null && there.best().isOfClass() ? Status.PASSED : Status.ERROR;
  }
}
