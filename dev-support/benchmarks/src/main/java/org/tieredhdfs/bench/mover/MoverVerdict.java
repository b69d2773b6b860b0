package org.tieredhdfs.bench.mover;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Compares the measurements with the requirements. */
final class MoverVerdict {
  private static final double MIN_SINGLE_RATIO = 60;
  private static final double MIN_SMALL_RATIO = 2.5;
  private static final double MIN_DEVICE_SHARE = 0.95;
  private static final double ALL_PERCENT = 100;

  /** Most of it is the NameNode's; no later than Hadoop's Mover. */
  private static final double MAX_CROSS_NODE_RATIO = 1;

  /** What repeats of the same differ by. */
  private static final double MAX_FOREGROUND_RATIO = 1.1;

  private final List<BenchmarkCase> measured = new ArrayList<>();
  private final double deviceMbPerSec;

  /**
   * @param deviceMbPerSec of the slower device in the case of large files
   */
  MoverVerdict(double deviceMbPerSec) {
    this.deviceMbPerSec = deviceMbPerSec;
  }

  void add(BenchmarkCase one) {
    measured.add(one);
  }

  /** What is not as promised, a sentence each. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (BenchmarkCase one : measured) {
      double percent = one.metrics().getOrDefault("satisfiedPercent", 0.0);
      if (one.side() == Side.OURS && percent < ALL_PERCENT) {
        failures.add(
            String.format(Locale.ROOT, "%s: %.1f %% of the files arrived", one.name(), percent));
      }
    }
    double single = ratio(MoverCase.SINGLE, "seconds");
    if (single > 1 / MIN_SINGLE_RATIO) {
      failures.add(says(MoverCase.SINGLE, "seconds", single, 1 / MIN_SINGLE_RATIO));
    }
    double crossNode = ratio(MoverCase.CROSS_NODE, "seconds");
    if (crossNode > MAX_CROSS_NODE_RATIO) {
      failures.add(says(MoverCase.CROSS_NODE, "seconds", crossNode, MAX_CROSS_NODE_RATIO));
    }
    double small = ratio(MoverCase.SMALL, "filesPerSec");
    if (small < MIN_SMALL_RATIO) {
      failures.add(says(MoverCase.SMALL, "filesPerSec", small, MIN_SMALL_RATIO));
    }
    double large = median(Side.OURS, MoverCase.LARGE, "mbPerSec");
    if (large < MIN_DEVICE_SHARE * deviceMbPerSec) {
      failures.add(
          String.format(
              Locale.ROOT,
              "%s: %.1f MB/s are less than %.2f of the %.1f MB/s of the slower device",
              MoverCase.LARGE,
              large,
              MIN_DEVICE_SHARE,
              deviceMbPerSec));
    }
    double foreground = ratio(MoverCase.UNDER_LOAD, "foregroundP99Ms");
    if (foreground > MAX_FOREGROUND_RATIO) {
      failures.add(says(MoverCase.UNDER_LOAD, "foregroundP99Ms", foreground, MAX_FOREGROUND_RATIO));
    }
    return failures;
  }

  private static String says(String name, String metric, double ratio, double limit) {
    return String.format(
        Locale.ROOT,
        "%s: %s with ours is %.3f times that of Hadoop's Mover, the limit is %.3f",
        name,
        metric,
        ratio,
        limit);
  }

  /** Ours by stock's; NaN, which is neither above nor below anything, if one is missing. */
  private double ratio(String name, String metric) {
    return median(Side.OURS, name, metric) / median(Side.STOCK, name, metric);
  }

  private double median(Side side, String name, String metric) {
    return Medians.of(
        measured.stream()
            .filter(one -> one.side() == side && one.name().equals(name))
            .map(one -> one.metrics().get(metric))
            .filter(value -> value != null)
            .toList());
  }
}
