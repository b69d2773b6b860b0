package org.tieredhdfs.verify.parity;

import static org.tieredhdfs.verify.parity.ParitySide.APACHE;
import static org.tieredhdfs.verify.parity.ParitySide.OURS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.verify.fixture.ResultLines;
import org.tieredhdfs.verify.parity.Comparison.Difference;

/**
 * Compares seed by seed what Apache's daemons and ours make of the same schedule.
 *
 * <p>Both sides play at once, for they mostly wait. What may be due to the machine's other work is
 * played again, with the sides in turns: it counts only if each of our plays shows it, compared
 * with each of Apache's.
 */
public final class ParityVerification {
  private static final List<ParitySide> SIDES = List.of(APACHE, OURS);
  private static final List<ParitySide> SIDES_AGAIN = List.of(OURS, APACHE);

  private final ParityPlan plan;

  /**
   * In how many plays a promise is broken, with one fault, before that counts: of two, one may hit
   * the last replica on one side, and another on the other. In one play it may be by chance: a
   * NameNode takes what a client asks before all replicas were reported, and the fault hits the
   * only one.
   */
  private static final int BROKEN_IN_PLAYS = 2;

  private final Stage<?> stage;
  private final Progress progress;
  private final AtomicInteger plays = new AtomicInteger();
  private volatile boolean isEnding;

  public ParityVerification(ParityPlan plan, Stage<?> stage, Progress progress) {
    this.plan = plan;
    this.stage = stage;
    this.progress = progress;
  }

  /** Plays the seeds of which there is no row yet; returns how many rows of all are bad. */
  public long run() throws IOException, ClusterException, InterruptedException {
    ResultLines<ParityRow> rows =
        ResultLines.open(plan.rows(), ParityRow.class, ParityRow::subject, stage.subject());
    Set<Long> known = rows.all().stream().map(ParityRow::seed).collect(Collectors.toSet());
    List<Long> seeds =
        LongStream.range(plan.firstSeed(), plan.firstSeed() + plan.seeds())
            .filter(seed -> !known.contains(seed))
            .boxed()
            .toList();
    // An interrupted play looks as if everything were lost.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> isEnding = true, "end of the plays"));
    long startNs = System.nanoTime();
    try (stage) {
      for (int i = 0; i < seeds.size(); i++) {
        progress.waitingFor(List.of("seed " + seeds.get(i)));
        ParityRow row = row(seeds.get(i));
        if (isEnding) {
          break;
        }
        rows.add(row);
        long left = (System.nanoTime() - startNs) / (i + 1) * (seeds.size() - i - 1);
        tell(row, seeds.size() - i - 1, left / 60_000_000_000L);
      }
    }
    return rows.all().stream().filter(ParityRow::isBad).count();
  }

  private ParityRow row(long seed) throws IOException, ClusterException, InterruptedException {
    long startNs = System.nanoTime();
    List<PlayResult> results = new ArrayList<>();
    List<Difference> found = new ArrayList<>();
    String verdict;
    try {
      // of what each play so far has shown; from one alone a broken promise counts, and wrong data
      int rounds = plan.plays();
      boolean isWorse = true;
      boolean isCertain = false;
      int broken = 0;
      for (int round = 0; (isWorse || broken > 0) && !isCertain && round < rounds; round++) {
        if (round == 2) {
          stage.close(); // chance may last as long as a cluster: its heartbeats keep their rhythm
        }
        List<PlayResult> both = playRound(seed, round, found);
        results.addAll(both);
        List<Difference> differences =
            Comparison.of(of(APACHE, both).get(0), of(OURS, both).get(0));
        found.addAll(differences);
        broken += has(differences, Comparison.Kind.PROMISE) && plan.hasOneFault() ? 1 : 0;
        isCertain =
            has(differences, Comparison.Kind.WRONG) || broken >= Math.min(rounds, BROKEN_IN_PLAYS);
        isWorse = !Comparison.all(of(APACHE, results), of(OURS, results)).isEmpty();
      }
      verdict =
          isCertain || (isWorse && plan.plays() > 1)
              ? ParityRow.WORSE
              : found.isEmpty() ? ParityRow.GOOD : ParityRow.UNSURE;
    } catch (IOException | ClusterException | RuntimeException e) {
      // One play that cannot be made must not end the comparison of all others.
      verdict = ParityRow.FAILED;
      found.add(new Difference(Comparison.Kind.PROMISE, "play failed: " + e));
      progress.failed("seed " + seed, e);
      stage.close();
    }
    return new ParityRow(
        seed,
        stage.subject(),
        verdict,
        found.stream().map(Difference::text).toList(),
        stage.lines(seed),
        results,
        (System.nanoTime() - startNs) / 1_000_000);
  }

  private static boolean has(List<Difference> differences, Comparison.Kind kind) {
    return differences.stream().anyMatch(one -> one.kind() == kind);
  }

  /**
   * Plays once more on new clusters if the machine has failed, or a daemon that does not start.
   *
   * @param found gets the failure: a row that has one is not good
   */
  private List<PlayResult> playRound(long seed, int round, List<Difference> found)
      throws IOException, ClusterException, InterruptedException {
    try {
      return playBoth(seed, round);
    } catch (IOException | ClusterException | RuntimeException e) {
      found.add(new Difference(Comparison.Kind.FAILED, "played again: " + e));
      progress.failed("seed " + seed + " is played again", e);
      stage.close();
      return playBoth(seed, round);
    }
  }

  private List<PlayResult> playBoth(long seed, int round)
      throws IOException, ClusterException, InterruptedException {
    return round == 0 ? playAtOnce(seed) : playInTurns(seed, round % 2 == 0 ? SIDES : SIDES_AGAIN);
  }

  private List<PlayResult> playAtOnce(long seed) throws ClusterException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(SIDES.size());
    try {
      List<Callable<PlayResult>> tasks = new ArrayList<>();
      SIDES.forEach(side -> tasks.add(() -> play(seed, side)));
      List<PlayResult> both = new ArrayList<>();
      for (Future<PlayResult> result : threads.invokeAll(tasks)) {
        both.add(result.get());
      }
      return both;
    } catch (ExecutionException e) {
      throw new ClusterException(String.valueOf(e.getCause()), e);
    } finally {
      threads.shutdownNow();
    }
  }

  private List<PlayResult> playInTurns(long seed, List<ParitySide> order)
      throws IOException, ClusterException, InterruptedException {
    List<PlayResult> both = new ArrayList<>();
    for (ParitySide side : order) {
      both.add(play(seed, side));
    }
    return both;
  }

  private static List<PlayResult> of(ParitySide side, List<PlayResult> results) {
    return results.stream().filter(one -> one.side().equals(side.label())).toList();
  }

  private PlayResult play(long seed, ParitySide side)
      throws IOException, ClusterException, InterruptedException {
    return stage.play(side, seed, plays.getAndIncrement());
  }

  private void tell(ParityRow row, int left, long leftMin) {
    StringBuilder line =
        new StringBuilder(String.format(Locale.ROOT, "seed %d: %s", row.seed(), row.verdict()));
    for (PlayResult play : row.plays()) {
      line.append(
          String.format(
              Locale.ROOT,
              "; %s kept %,d, %d of %d failed, longest %.1f s, served after %.1f s",
              play.side(),
              play.keptBytes(),
              play.failed(),
              play.operations().size(),
              play.longestMs() / 1e3,
              play.servingMs() / 1e3));
    }
    line.append(
        String.format(
            Locale.ROOT, "; took %.1f s; %d left, %d min", row.tookMs() / 1e3, left, leftMin));
    progress.done(line.toString());
    if (!row.plays().isEmpty()) {
      row.plays().get(0).faults().forEach(fault -> progress.done("  fault: " + fault));
    }
    if (!row.verdict().equals(ParityRow.GOOD)) {
      row.differences().forEach(difference -> progress.done("  ours: " + difference));
      row.schedule().forEach(step -> progress.done("  " + step));
    }
  }
}
