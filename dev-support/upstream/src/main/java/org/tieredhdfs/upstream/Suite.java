package org.tieredhdfs.upstream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.tieredhdfs.upstream.TestOutcome.Status;

/** Runs classes on the sides asked for, and again where the sides differ; tells how far it is. */
final class Suite {
  private final Fork fork;
  private final Set<TestSide> sides;
  private final StockRuns stockRuns;
  private final List<ClassRun> known;
  private final ResultFile file;
  private final AtomicInteger begun = new AtomicInteger();

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

  /**
   * @param known first runs on stock from before, which are not run again
   */
  Suite(
      Fork fork, Set<TestSide> sides, StockRuns stockRuns, List<ClassRun> known, ResultFile file) {
    this.fork = fork;
    this.sides = Set.copyOf(sides);
    this.stockRuns = stockRuns;
    this.known = List.copyOf(known);
    this.file = file;
  }

  /** Runs all classes, so many at a time. */
  List<ClassResult> run(Collection<TestClass> tests, int forks)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(forks);
    try {
      List<Future<ClassResult>> futures = new ArrayList<>();
      for (TestClass test : tests) {
        futures.add(pool.submit(() -> runClass(test, tests.size())));
      }
      List<ClassResult> results = new ArrayList<>();
      for (Future<ClassResult> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private ClassResult runClass(TestClass test, int classes)
      throws IOException, InterruptedException {
    String progress = "[%d/%d] %s".formatted(begun.incrementAndGet(), classes, test.simpleName());
    List<ClassRun> runs = new ArrayList<>();
    for (TestSide side : stockRuns.order()) {
      if (sides.contains(side) && stockRuns.wants(side, runs)) {
        runs.add(run(progress, side, test, 1));
      }
    }
    if (new ClassResult(test, runs).wantsSecondRun()) {
      for (TestSide side : TestSide.values()) {
        if (runs.stream().anyMatch(run -> run.side() == side)) {
          runs.add(run(progress, side, test, 2));
        }
      }
    }
    return new ClassResult(test, runs);
  }

  private ClassRun run(String progress, TestSide side, TestClass test, int attempt)
      throws IOException, InterruptedException {
    ClassRun before =
        known.stream()
            .filter(run -> attempt == 1 && run.attempt() == 1)
            .filter(run -> run.side() == side && run.test().equals(test))
            .findFirst()
            .orElse(null);
    ClassRun run = before == null ? fork.run(side, test, attempt) : before;
    file.add(run);
    System.out.printf(
        "%s %s%s: %s, %s%n",
        progress,
        side.label(),
        attempt == 1 ? "" : " again",
        run.summary(),
        before == null ? "%.1f s".formatted(run.durationMs() / 1000.0) : "from before");
    return run;
  }
}
