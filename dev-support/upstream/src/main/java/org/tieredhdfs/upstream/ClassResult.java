package org.tieredhdfs.upstream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.upstream.TestOutcome.Status;

/** The results of all runs of one test class, on each side. */
final class ClassResult {
  private final TestClass test;
  private final Map<TestSide, List<ClassRun>> runs = new EnumMap<>(TestSide.class);

  ClassResult(TestClass test, List<ClassRun> all) {
    this.test = test;
    all.forEach(run -> runs.computeIfAbsent(run.side(), side -> new ArrayList<>()).add(run));
  }

  /** What a test on both sides says of ours. */
  enum Verdict {
    SAME("as on stock"),
    REGRESSION("passes on stock, not with ours"),
    STOCK_FAILURE("fails on stock, too"),
    STOCK_ONLY("fails on stock only"),
    FLAKY("passed in one of two runs");

    private final String meaning;

    Verdict(String meaning) {
      this.meaning = meaning;
    }

    String meaning() {
      return meaning;
    }
  }

  /**
   * The outcomes of one test on one side over all runs of its class.
   *
   * @param best the best one: what passed once can pass
   * @param worst the worst one, which says what went wrong when anything did
   */
  record SideOutcome(TestOutcome best, TestOutcome worst) {
    private static SideOutcome of(TestOutcome test, List<ClassRun> runs) {
      List<TestOutcome> outcomes = runs.stream().flatMap(run -> find(test, run).stream()).toList();
      Comparator<TestOutcome> bestFirst = Comparator.comparing(TestOutcome::status);
      return new SideOutcome(
          Collections.min(outcomes, bestFirst), Collections.max(outcomes, bestFirst));
    }

    private static Optional<TestOutcome> find(TestOutcome test, ClassRun run) {
      return run.outcomes().stream()
          .filter(outcome -> outcome.id().equals(test.id()))
          .findFirst()
          // A class-level outcome exists only for failures; without one the class passed.
          .or(() -> test.isOfClass() ? Optional.of(test.asPassed()) : Optional.empty());
    }

    /** Whether it was broken in one run and not in another. */
    boolean flaky() {
      return worst.status().isBroken() && !best.status().isBroken();
    }
  }

  /** One test on both sides. */
  record Comparison(
      TestClass test, @Nullable SideOutcome stock, @Nullable SideOutcome ours, Verdict verdict) {

    /** Class, test and what each side said, on one line. */
    String describe() {
      String messages =
          Stream.of(messageOf(TestSide.STOCK, stock), messageOf(TestSide.OURS, ours))
              .filter(message -> !message.isEmpty())
              .collect(Collectors.joining("; "));
      String name =
          Stream.of(stock, ours)
              .flatMap(Stream::ofNullable)
              .map(side -> side.best().name())
              .findFirst()
              .orElse("?");
      return "%s.%s: %s%s"
          .formatted(
              test.simpleName(),
              name,
              verdict.meaning(),
              messages.isEmpty() ? "" : " (" + messages + ")");
    }

    private static String messageOf(TestSide side, @Nullable SideOutcome outcome) {
      return outcome == null || outcome.worst().message().isEmpty()
          ? ""
          : side.label() + ": " + outcome.worst().message();
    }
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
        .map(Comparison::verdict)
        .anyMatch(
            verdict ->
                verdict == Verdict.REGRESSION
                    || verdict == Verdict.STOCK_ONLY
                    || (verdict == Verdict.STOCK_FAILURE && !compared));
  }

  List<Comparison> comparisons() {
    Map<String, SideOutcome> stock = outcomes(TestSide.STOCK);
    Map<String, SideOutcome> ours = outcomes(TestSide.OURS);
    Set<String> ids = new LinkedHashSet<>(stock.keySet());
    ids.addAll(ours.keySet());
    return ids.stream().map(id -> compare(stock.get(id), ours.get(id))).toList();
  }

  /** The outcomes of all tests of a side by id, in the order in which they ran. */
  private Map<String, SideOutcome> outcomes(TestSide side) {
    List<ClassRun> ofSide = runs.getOrDefault(side, List.of());
    Map<String, SideOutcome> merged = new LinkedHashMap<>();
    for (ClassRun run : ofSide) {
      run.outcomes().forEach(one -> merged.putIfAbsent(one.id(), SideOutcome.of(one, ofSide)));
    }
    return merged;
  }

  private Comparison compare(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    return new Comparison(test, stock, ours, verdict(stock, ours));
  }

  private Verdict verdict(@Nullable SideOutcome stock, @Nullable SideOutcome ours) {
    Status onStock = status(TestSide.STOCK, stock, ours);
    Status withOurs = status(TestSide.OURS, ours, stock);
    boolean fine =
        withOurs == Status.PASSED || (withOurs == Status.SKIPPED && onStock == Status.SKIPPED);
    if (onStock.isBroken()) {
      return fine && runs.containsKey(TestSide.OURS) ? Verdict.STOCK_ONLY : Verdict.STOCK_FAILURE;
    }
    if (!fine && runs.containsKey(TestSide.OURS)) {
      return Verdict.REGRESSION;
    }
    boolean flaky = (stock != null && stock.flaky()) || (ours != null && ours.flaky());
    return flaky ? Verdict.FLAKY : Verdict.SAME;
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
