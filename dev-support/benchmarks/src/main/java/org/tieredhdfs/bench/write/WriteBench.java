package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.tieredhdfs.bench.Takes;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
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
  private final PairedFigures figures = new PairedFigures();
  private final ReportBuilder report = new ReportBuilder("write");
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
    MediaPace pace = plan.media().told().measure(plan.bench(), report, progress);
    try (WriteSides sides = WriteSides.start(plan, pace, progress)) {
      timeLeft.start(System.nanoTime());
      for (int round = 1; round <= plan.sizes().warmUps(); round++) {
        measureAll(sides, 0, "warm-up " + round);
      }
      for (int pair = 1; pair <= plan.bench().repeats(); pair++) {
        measureAll(sides, pair, "pair " + pair);
      }
    }
    return outcome();
  }

  /**
   * @param pair its number; 0 if what is measured does not count
   */
  private void measureAll(WriteSides sides, int pair, String round)
      throws IOException, InterruptedException {
    List<Side> order = new ArrayList<>(plan.bench().sides());
    Collections.rotate(order, pair);
    for (WriteCase one : plan.cases()) {
      for (Side side : order) {
        take(one, side, pair, round, sides);
      }
      sides.deleteWritten();
      tell(one.name(), pair, round);
    }
  }

  private void take(WriteCase one, Side side, int pair, String round, WriteSides sides)
      throws IOException, InterruptedException {
    String left = timeLeft.text(System.nanoTime());
    progress.waitingFor(List.of(round + ", " + one.name() + ", " + side.label() + "; " + left));
    Takes<Measured> takes = new Takes<>();
    while (takes.wantsAnother()) {
      if (takes.count() > 0) {
        sides.deleteWritten();
      }
      Measured measured = sides.measure(one, side, pair);
      takes.add(measured, pair == 0 ? 0 : measured.stolenPercent());
    }
    timeLeft.stepDone();
    if (pair > 0) {
      figures.add(one.name(), side, pair, takes.best().metrics());
    }
  }

  private void tell(String name, int pair, String round) {
    String left = "; " + timeLeft.text(System.nanoTime());
    progress.done(round + ", " + name + ": " + (pair == 0 ? "done" : rates(name, pair)) + left);
  }

  private String rates(String name, int pair) {
    return figures.sides(name).stream()
        .map(side -> side.label() + " " + figures.shortly(name, side, pair))
        .collect(Collectors.joining(", "));
  }

  private Outcome outcome() {
    for (String name : figures.caseNames()) {
      for (Side side : figures.sides(name)) {
        for (int pair = 1; pair <= plan.bench().repeats(); pair++) {
          report.add(figures.reported(name, side, pair));
        }
      }
    }
    WriteSummary summary = new WriteSummary(figures);
    summary.intervals().forEach(report::add);
    new WriteVerdict(figures).failures().forEach(report::failure);
    return new Outcome(report.build(), summary.table());
  }
}
