package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.Takes;
import org.tieredhdfs.bench.experiment.Experiment.Place;
import org.tieredhdfs.bench.experiment.Experiment.Setting;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.page.MetricUnit;

/**
 * A run of an experiment: cases that share a cluster together, on each side in turn, again for each
 * repeat. The report is written after each case, so that an interrupted run can be gone on with.
 * Used by one thread.
 *
 * @param <C> a case
 */
final class ExperimentRun<C> {
  private final Experiment<C> experiment;
  private final BenchPlan plan;
  private final Progress progress;
  private final BooleanSupplier isEnding;
  private final List<Side> sides;
  private final RunRecord record;
  private final Map<String, List<C>> groups = new LinkedHashMap<>();
  private final TimeLeft timeLeft;

  /**
   * @param isEnding whether this process is about to end
   */
  ExperimentRun(
      Experiment<C> experiment, BenchPlan plan, Progress progress, BooleanSupplier isEnding)
      throws IOException {
    this.experiment = experiment;
    this.plan = plan;
    this.progress = progress;
    this.isEnding = isEnding;
    sides = experiment.sides(plan);
    List<C> chosen =
        plan.cases().isEmpty()
            ? experiment.cases().stream().filter(experiment::isUsual).toList()
            : CaseNames.choose(experiment.cases(), experiment::nameOf, plan.cases());
    for (C one : chosen) {
      String lacking = experiment.lacking(one);
      if (lacking.isEmpty()) {
        groups.computeIfAbsent(experiment.clusterOf(one), key -> new ArrayList<>()).add(one);
      } else {
        progress.done(String.format("%-36s skipped: %s", experiment.nameOf(one), lacking));
      }
    }
    if (asked().stream()
        .noneMatch(one -> sides.stream().anyMatch(side -> experiment.isMeasured(one, side, 1)))) {
      throw new IllegalArgumentException(
          "--side, --cases: there is nothing to measure; a case may be of one side alone, or not"
              + " possible on this machine");
    }
    record = new RunRecord(experiment, plan);
    timeLeft = new TimeLeft(missing(asked()));
  }

  private List<C> asked() {
    return groups.values().stream().flatMap(Collection::stream).toList();
  }

  private int missing(List<C> cases) {
    int count = 0;
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (Side side : sides) {
        count += missing(cases, side, repeat).size();
      }
    }
    return count;
  }

  private List<C> missing(List<C> cases, Side side, int repeat) {
    return cases.stream()
        .filter(one -> experiment.isMeasured(one, side, repeat))
        .filter(one -> !record.rows().has(experiment.nameOf(one), side, repeat))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  Report run() throws IOException, InterruptedException {
    record.begin();
    if (missing(asked()) > 0) {
      MediaPace pace =
          new BenchMedia(experiment.profiles(asked()), plan.mediaFactor())
              .measure(plan, record::medium, progress);
      timeLeft.start(System.nanoTime());
      if (experiment.keepsAllSidesUp()) {
        for (List<C> group : groups.values()) {
          onAllSides(group, pace);
        }
      } else {
        for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
          for (List<C> group : groups.values()) {
            for (Side side : order(repeat - 1)) {
              onOneSide(missing(group, side, repeat), side, repeat, pace);
            }
          }
        }
      }
    }
    return record.report();
  }

  /** Who goes first changes, since the machine may change as well. */
  private List<Side> order(int turn) {
    List<Side> order = new ArrayList<>(sides);
    Collections.rotate(order, turn);
    return order;
  }

  /** After a case that failed the others go on, on a new cluster. */
  private void onOneSide(List<C> left, Side side, int repeat, MediaPace pace)
      throws IOException, InterruptedException {
    while (!left.isEmpty()) {
      C one = left.get(0);
      progress.waitingFor(List.of("a cluster for " + title(one, side)));
      Setting<C> setting =
          new Setting<>(plan, List.copyOf(left), List.of(side), repeat, pace, progress);
      try (Place<C> place = experiment.open(setting)) {
        while (!left.isEmpty()) {
          one = left.get(0);
          measure(place, one, side, repeat);
          left.remove(0);
          place.rest();
        }
      } catch (IOException | ClusterException | RuntimeException e) {
        left.remove(one);
        failed(one, side, repeat, e);
      }
    }
  }

  private void onAllSides(List<C> group, MediaPace pace) throws IOException, InterruptedException {
    if (missing(group) == 0) {
      return;
    }
    progress.waitingFor(List.of("clusters for " + experiment.nameOf(group.get(0))));
    try (Place<C> place = experiment.open(new Setting<>(plan, group, sides, 1, pace, progress))) {
      for (int repeat = 1 - experiment.warmUps(); repeat <= plan.repeats(); repeat++) {
        for (C one : group) {
          for (Side side : order(Math.max(0, repeat + group.indexOf(one) - 1))) {
            if (repeat < 1) {
              progress.waitingFor(List.of("warm-up, " + title(one, side)));
              place.measure(one, side, 0);
            } else if (!missing(List.of(one), side, repeat).isEmpty()) {
              tryToMeasure(place, one, side, repeat);
            }
          }
          place.rest();
        }
      }
    } catch (IOException | ClusterException | RuntimeException e) {
      throwIfEnding(e);
      record.fail(experiment.clusterOf(group.get(0)), e);
      progress.failed(experiment.clusterOf(group.get(0)), e);
    }
  }

  private void tryToMeasure(Place<C> place, C one, Side side, int repeat)
      throws IOException, InterruptedException {
    try {
      measure(place, one, side, repeat);
    } catch (IOException | ClusterException | RuntimeException e) {
      failed(one, side, repeat, e);
    }
  }

  private void measure(Place<C> place, C one, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    Takes<Outcome> takes = new Takes<>();
    while (takes.wantsAnother(experiment.isRepeatedWhenStolenFrom())) {
      if (takes.count() > 0) {
        place.rest();
      }
      progress.waitingFor(List.of(title(one, side) + "; " + timeLeft.text(System.nanoTime())));
      CpuTimes before = CpuTimes.now();
      Outcome outcome = place.measure(one, side, repeat);
      takes.add(outcome, CpuTimes.now().stolenPercentSince(before));
    }
    Map<String, Double> metrics = new LinkedHashMap<>(takes.best().metrics());
    metrics.put("stolenPercent", takes.stolenPercent());
    if (experiment.isRepeatedWhenStolenFrom()) {
      metrics.put("takes", (double) takes.count());
    }
    String name = experiment.nameOf(one);
    List<BenchmarkCase> leftOut =
        takes.leftOut().stream()
            .map(take -> new BenchmarkCase(name, side, repeat, take.metrics()))
            .toList();
    record.add(
        new BenchmarkCase(name, side, repeat, metrics, takes.best().series()),
        takes.best().volumes(),
        leftOut);
    if (side == Side.OURS) {
      takes.all().forEach(take -> take.failures().forEach(why -> record.fail(name + ": " + why)));
    }
    record.write();
    timeLeft.stepDone();
    progress.done(line(name, side) + figures(metrics) + "; " + timeLeft.text(System.nanoTime()));
  }

  private String figures(Map<String, Double> metrics) {
    return experiment.shown().stream()
        .filter(metrics::containsKey)
        .map(
            shown ->
                String.format(
                    " %s %s",
                    shown, MetricUnit.of(shown).write(metrics.getOrDefault(shown, Double.NaN))))
        .collect(Collectors.joining(","));
  }

  private void failed(C one, Side side, int repeat, Exception cause)
      throws IOException, InterruptedException {
    throwIfEnding(cause);
    String name = experiment.nameOf(one);
    record.fail(name + " on " + side.label() + ", repeat " + repeat, cause);
    timeLeft.stepDone();
    progress.failed(line(name, side), cause);
  }

  /**
   * Tells a case that failed from one that this process interrupts by its own end, when it takes
   * down the clients and daemons of the case; that one counts as not measured yet.
   */
  private void throwIfEnding(Exception failure) throws InterruptedException {
    if (isEnding.getAsBoolean()) {
      InterruptedException interrupted = new InterruptedException("interrupted; see --resume");
      interrupted.initCause(failure);
      throw interrupted;
    }
  }

  private String title(C one, Side side) {
    return experiment.nameOf(one) + " on " + side.label();
  }

  private static String line(String name, Side side) {
    return String.format("%-36s %-6s", name, side.label());
  }
}
