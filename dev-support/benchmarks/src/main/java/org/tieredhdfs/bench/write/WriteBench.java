package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.Takes;
import org.tieredhdfs.bench.rows.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.TextTable;

/**
 * Measures writes and reads: a client and DataNodes in separate processes, stock or this project's,
 * in all four combinations, in pairs.
 *
 * <p>In a pair each side runs each case once, one behind the other; which goes first changes from
 * pair to pair. What was written is deleted behind each case, outside of what is measured. A
 * measurement is repeated where the host stole too much of the processors' time. Used by one
 * thread.
 */
public final class WriteBench {
  private final WritePlan plan;
  private final Progress progress;
  private final List<BenchmarkCase> rows = new ArrayList<>();
  private final TimeLeft timeLeft;

  public WriteBench(WritePlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    int rounds = plan.sizes().warmUps() + plan.bench().repeats();
    timeLeft = new TimeLeft(rounds * plan.cases().size() * plan.bench().sides().size());
  }

  /** The result of a run: the report, and the table of medians and ratios. */
  public record Outcome(Report report, TextTable table) {}

  /**
   * Runs all of it.
   *
   * @throws ClusterException if a cluster does not start
   * @throws IOException if a client fails
   */
  public Outcome run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("write");
    MediaPace pace =
        plan.media().told(MediaPace.DEFAULT_FACTOR).measure(plan.bench(), report, progress);
    try (WriteSides sides = new WriteSides(plan, pace, progress)) {
      timeLeft.start(System.nanoTime());
      for (int round = 1; round <= plan.sizes().warmUps(); round++) {
        measureAll(sides, 0, "warm-up " + round);
      }
      for (int pair = 1; pair <= plan.bench().repeats(); pair++) {
        measureAll(sides, pair, "pair " + pair);
      }
    }
    WriteComparison comparison = new WriteComparison(rows);
    comparison.rows().forEach(report::add);
    comparison.intervals().forEach(report::add);
    comparison.failures().forEach(report::failure);
    return new Outcome(report.build(), comparison.table());
  }

  /**
   * @param pair its number; 0 if what is measured does not count
   */
  private void measureAll(WriteSides sides, int pair, String round)
      throws IOException, InterruptedException {
    List<Side> order = new ArrayList<>(plan.bench().sides());
    Collections.rotate(order, pair);
    for (WriteCase one : plan.cases()) {
      List<String> told = new ArrayList<>();
      for (Side side : order) {
        progress.waitingFor(
            List.of(round + ", " + one.name() + ", " + side.label() + "; " + left()));
        Map<String, Double> metrics = take(one, side, pair, sides).metrics();
        timeLeft.stepDone();
        told.add(side.label() + " " + shortly(metrics));
        if (pair > 0) {
          rows.add(new BenchmarkCase(one.name(), side, pair, metrics));
        }
      }
      sides.deleteWritten();
      progress.done(round + ", " + one.name() + ": " + String.join(", ", told) + "; " + left());
    }
  }

  private String left() {
    return timeLeft.text(System.nanoTime());
  }

  private static Measured take(WriteCase one, Side side, int pair, WriteSides sides)
      throws IOException, InterruptedException {
    Takes<Measured> takes = new Takes<>();
    while (takes.wantsAnother()) {
      if (takes.count() > 0) {
        sides.deleteWritten();
      }
      Measured measured = sides.measure(one, side, pair);
      takes.add(measured, pair == 0 ? 0 : measured.stolenPercent());
    }
    return takes.best();
  }

  /** What a measurement came to in a few words: its latency, or its rate and what it cost. */
  private static String shortly(Map<String, Double> metrics) {
    Double p50Us = metrics.get("p50Us");
    return p50Us != null
        ? String.format(Locale.ROOT, "p50 %.0f us", p50Us)
        : String.format(
            Locale.ROOT,
            "%.0f MB/s %.2f s/GB",
            metrics.getOrDefault("mbPerSec", Double.NaN),
            metrics.getOrDefault("cpuSecPerGb", Double.NaN));
  }
}
