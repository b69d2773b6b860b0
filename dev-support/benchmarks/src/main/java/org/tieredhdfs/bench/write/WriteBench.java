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
 * in all four combinations, in pairs; and a floor that does the least possible work.
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
    int steps = rounds * (plan.cases().size() * plan.bench().sides().size() + plan.floors().size());
    timeLeft = new TimeLeft(steps);
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
    try (WriteSides sides = WriteSides.start(plan, pace, progress);
        Floors floors = new Floors(sides)) {
      timeLeft.start(System.nanoTime());
      for (int round = 1; round <= plan.sizes().warmUps(); round++) {
        measureAll(sides, floors, 0, "warm-up " + round);
      }
      for (int pair = 1; pair <= plan.bench().repeats(); pair++) {
        measureAll(sides, floors, pair, "pair " + pair);
      }
      if (plan.drawsFlames()) {
        drawFlames(sides);
      }
    }
    return outcome();
  }

  /**
   * @param pair its number; 0 if what is measured does not count
   */
  private void measureAll(WriteSides sides, Floors floors, int pair, String round)
      throws IOException, InterruptedException {
    List<Side> order = new ArrayList<>(plan.bench().sides());
    Collections.rotate(order, pair);
    for (WriteCase one : plan.cases()) {
      for (Side side : order) {
        take(one.name(), side, pair, round, () -> sides.measure(one, side, pair), sides);
      }
      sides.deleteWritten();
      tell(one.name(), pair, round);
    }
    for (String name : plan.floors()) {
      take(name, Side.FLOOR, pair, round, () -> floors.measure(name), sides);
    }
  }

  private void drawFlames(WriteSides sides) throws IOException, InterruptedException {
    FlameGraphs flames = new FlameGraphs(sides, plan.bench().out());
    for (WriteCase one : plan.cases()) {
      for (Side side : plan.bench().sides()) {
        flames.draw(one, side);
        progress.done("flame graphs of " + one.name() + ", " + side.label());
      }
    }
  }

  /** Something that is measured. */
  private interface Measurement {
    Measured run() throws IOException, InterruptedException;
  }

  private void take(
      String name, Side side, int pair, String round, Measurement measurement, WriteSides sides)
      throws IOException, InterruptedException {
    progress.waitingFor(
        List.of(
            round + ", " + name + ", " + side.label() + "; " + timeLeft.text(System.nanoTime())));
    Takes<Measured> takes = new Takes<>();
    while (takes.wantsAnother()) {
      if (takes.count() > 0) {
        sides.deleteWritten();
      }
      Measured measured = measurement.run();
      takes.add(measured, pair == 0 ? 0 : measured.stolenPercent());
    }
    timeLeft.stepDone();
    if (pair > 0) {
      figures.add(name, side, pair, takes.best().metrics());
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

  /** The floor's processes, started when they are first needed. */
  private final class Floors implements AutoCloseable {
    private final WriteSides sides;
    private final List<FloorRun> started = new ArrayList<>();

    Floors(WriteSides sides) {
      this.sides = sides;
    }

    Measured measure(String name) throws IOException, InterruptedException {
      if (started.isEmpty()) {
        boolean sync = plan.media() != WriteMedia.RAM;
        started.add(FloorRun.start(sides.anyCluster(), plan.sizes(), sync));
      }
      return started.get(0).measure(name);
    }

    @Override
    public void close() {
      started.forEach(FloorRun::close);
    }
  }
}
