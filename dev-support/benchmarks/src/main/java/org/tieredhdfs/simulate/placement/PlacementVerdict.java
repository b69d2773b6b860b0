package org.tieredhdfs.simulate.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Holds the medians of what was simulated against what is promised. */
final class PlacementVerdict {
  /** What is promised of a case: a metric of ours, and the most that it may be. */
  private record Promise(String caseName, String metric, double most) {}

  private static final List<Promise> PROMISES =
      List.of(
          new Promise("flat-126", "maxOverMean", 1.005),
          new Promise("flat-636", "maxOverMean", 1.01),
          new Promise("flat-5000", "aboveMeanBlocks", 4),
          new Promise("groups-126", "maxOverMean", 1.02),
          new Promise("groups-636", "maxOverMean", 1.02),
          new Promise("flat-126", "inFlightMaxOverMean", 1.7),
          new Promise("flat-636", "inFlightMaxOverMean", 1.7),
          new Promise("groups-636", "inFlightMaxOverMean", 1.7));

  /** What the study found with Hadoop's policy: without it the simulation shows nothing. */
  private static final Map<String, double[]> STUDY =
      Map.of("flat-126", new double[] {1.03, 1.06}, "flat-636", new double[] {1.07, 1.14});

  private final List<BenchmarkCase> measured = new ArrayList<>();

  void add(BenchmarkCase one) {
    measured.add(one);
  }

  /** What is not as promised, a sentence each. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (Promise promise : PROMISES) {
      double median = median(promise.caseName(), promise.metric(), Side.OURS);
      if (median > promise.most()) {
        failures.add(
            String.format(
                Locale.ROOT,
                "%s: %s of ours is %.4f, it has to be at most %s",
                promise.caseName(),
                promise.metric(),
                median,
                promise.most()));
      }
    }
    STUDY.forEach(
        (name, range) -> {
          double median = median(name, "maxOverMean", Side.STOCK);
          if (median < range[0] || median > range[1]) {
            failures.add(
                String.format(
                    Locale.ROOT,
                    "%s: maxOverMean of stock is %.4f, so the simulation is not like the study: it"
                        + " has to be from %s to %s",
                    name,
                    median,
                    range[0],
                    range[1]));
          }
        });
    return failures;
  }

  /** NaN, which is beyond no bound, if it was not measured. */
  private double median(String name, String metric, Side side) {
    return Medians.of(
        measured.stream()
            .filter(one -> one.name().equals(name) && one.side() == side)
            .map(one -> one.metrics().get(metric))
            .filter(value -> value != null)
            .toList());
  }
}
