package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.rehearsal.example.BlockTypes.Found;

/** Compares where files are with where they should be, a line each. For one thread. */
final class LandingCheck {
  private static final long POLL_MS = 500;
  private static final long LIMIT_SEC = 180;

  /** HBase's cleaner has its turn before old logs are moved: 21 minutes by its defaults. */
  private static final long REAL_LIMIT_SEC = 1_800;

  private final Example example;
  private final BlockTypes blocks;
  private final Progress progress;
  private final Consumer<String> out;
  private final boolean realTimes;
  private int misses;

  LandingCheck(
      Example example,
      BlockTypes blocks,
      Progress progress,
      Consumer<String> out,
      boolean realTimes) {
    this.example = example;
    this.blocks = blocks;
    this.progress = progress;
    this.out = out;
    this.realTimes = realTimes;
  }

  /** Something that is tried again and again until there is what is waited for. */
  interface Nudge {
    void run() throws IOException;
  }

  /** How many kinds of files were not where they should be. */
  int misses() {
    return misses;
  }

  /** For files that are written to their place: looks once all their replicas are there. */
  void written(ExampleFile file) throws IOException, InterruptedException {
    int replicas = example.landing(file).size();
    Predicate<Found> ready = block -> block.types().size() == replicas;
    report(file, await(file, all(ready), LIMIT_SEC, () -> {}));
  }

  /** For files that the mover brings to their place: looks until they are there. */
  void moved(ExampleFile file, Nudge nudge) throws IOException, InterruptedException {
    long limitSec = realTimes && file != ExampleFile.BULK_LOADED ? REAL_LIMIT_SEC : LIMIT_SEC;
    List<String> right = example.landing(file);
    Predicate<Found> ready = block -> block.types().equals(right);
    report(file, await(file, all(ready), limitSec, nudge));
  }

  /** Waits until files are in a state that something else needs; their blocks. */
  List<Found> require(ExampleFile file, Predicate<List<Found>> ready)
      throws IOException, ClusterException, InterruptedException {
    List<Found> found = await(file, ready, LIMIT_SEC, () -> {});
    if (found.isEmpty() || !ready.test(found)) {
      throw new ClusterException("in " + file.root(example) + " there are still " + found);
    }
    return found;
  }

  private static Predicate<List<Found>> all(Predicate<Found> ready) {
    return found -> found.stream().allMatch(ready);
  }

  private List<Found> await(
      ExampleFile file, Predicate<List<Found>> ready, long limitSec, Nudge nudge)
      throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSec);
    while (true) {
      List<Found> found = blocks.below(file.root(example), file::isAt);
      if ((!found.isEmpty() && ready.test(found)) || System.nanoTime() - endNs > 0) {
        return found;
      }
      nudge.run();
      progress.waitingFor(List.of(example.name() + ": " + file.title()));
      Thread.sleep(POLL_MS);
    }
  }

  private void report(ExampleFile file, List<Found> found) {
    List<String> right = example.landing(file);
    List<Found> wrong = found.stream().filter(block -> !block.types().equals(right)).toList();
    boolean isRight = !found.isEmpty() && wrong.isEmpty();
    misses += isRight ? 0 : 1;
    String where = found.isEmpty() ? "no such file" : found.get(0).path();
    if (!wrong.isEmpty()) {
      where = wrong.get(0).types() + " " + wrong.get(0).path();
    }
    out.accept(
        String.format(
            "%-7s %-12s %-25s %-24s %d block(s), %s",
            isRight ? "ok" : "MISS",
            example.name(),
            file.title(),
            String.join(", ", right),
            found.size(),
            where));
  }
}
