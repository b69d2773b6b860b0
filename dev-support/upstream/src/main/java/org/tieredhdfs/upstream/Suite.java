package org.tieredhdfs.upstream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs classes on the sides asked for, and again where the sides differ; tells how far it is. */
final class Suite {
  private final Fork fork;
  private final Set<TestSide> sides;
  private final StockRuns stockRuns;
  private final List<ClassRun> known;
  private final ResultFile file;
  private final AtomicInteger begun = new AtomicInteger();

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
        Optional<ClassRun> before = knownRun(side, test);
        runs.add(
            before.isPresent() ? keep(progress, before.get()) : runOnce(progress, side, test, 1));
      }
    }
    if (new ClassResult(test, runs).wantsSecondRun()) {
      for (TestSide side : TestSide.values()) {
        if (runs.stream().anyMatch(run -> run.side() == side)) {
          runs.add(runOnce(progress, side, test, 2));
        }
      }
    }
    return new ClassResult(test, runs);
  }

  private Optional<ClassRun> knownRun(TestSide side, TestClass test) {
    return known.stream()
        .filter(run -> run.side() == side && run.attempt() == 1 && run.test().equals(test))
        .findFirst();
  }

  private ClassRun keep(String progress, ClassRun run) throws IOException {
    file.add(run);
    System.out.printf("%s %s: %s, from before%n", progress, run.side().label(), run.summary());
    return run;
  }

  private ClassRun runOnce(String progress, TestSide side, TestClass test, int attempt)
      throws IOException, InterruptedException {
    ClassRun run = fork.run(side, test, attempt);
    file.add(run);
    System.out.printf(
        "%s %s%s: %s, %.1f s%n",
        progress,
        side.label(),
        attempt == 1 ? "" : " again",
        run.summary(),
        run.durationMs() / 1000.0);
    return run;
  }
}
