package org.tieredhdfs.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * Compares the measurements with the requirement: with this project, a hung volume delays only its
 * own users.
 */
final class StallVerdict {
  private static final double MAX_P999_RATIO = 2;
  private static final double MAX_MS = 1_000;
  private static final double MIN_STOCK_RATIO = 10;
  private static final double MAX_WAIT_MS = 100;
  private static final double MIN_HANG_MS = 900;
  private static final String CONVOY = "freeze-rereplication";

  private final List<BenchmarkCase> measured = new ArrayList<>();
  private final List<BenchmarkCase> leftOut = new ArrayList<>();
  private final Set<String> failed = new LinkedHashSet<>();

  /**
   * @param errors why operations on the fast volume failed
   */
  void add(BenchmarkCase one, List<String> errors) {
    measured.add(one);
    if (!hasHung(one)) {
      failed.add(
          one.name()
              + ", "
              + one.side().label()
              + ": no user of the slow volume waited for it; nothing was measured");
    }
    addFailures(one, errors);
  }

  /**
   * A take that is left out of the medians, since the host took the processors away. What holds for
   * each measurement by itself holds for it as well.
   *
   * @param errors why operations on the fast volume failed
   */
  void addLeftOut(BenchmarkCase one, List<String> errors) {
    leftOut.add(one);
    addFailures(one, errors);
  }

  private void addFailures(BenchmarkCase one, List<String> errors) {
    if (one.side() == Side.OURS) {
      errors.forEach(why -> failed.add(one.name() + ": " + why));
    }
  }

  /** Whether the fault that the case is about did happen. */
  private static boolean hasHung(BenchmarkCase one) {
    boolean isFault =
        StallCase.all().stream()
            .filter(known -> known.name().equals(one.name()))
            .anyMatch(known -> known.fault() != StallCase.Fault.NONE);
    return !isFault || one.metrics().getOrDefault("slowMaxMs", 0.0) >= MIN_HANG_MS;
  }

  /** What is not as promised, a sentence each. */
  List<String> failures() {
    Set<String> failures = new LinkedHashSet<>(failed);
    Map<String, StallCase> cases = new LinkedHashMap<>();
    StallCase.all().forEach(one -> cases.put(one.name(), one));
    for (Map.Entry<String, StallCase> entry : cases.entrySet()) {
      String name = entry.getKey();
      if (entry.getValue().isCompared()) {
        for (String metric : List.of("fastWriteP999Ms", "fastReadP999Ms")) {
          compare(failures, name, metric);
        }
        for (String metric : List.of("fastWriteMaxMs", "fastReadMaxMs")) {
          require(failures, name, metric, MAX_MS);
        }
      }
      require(failures, name, "declaredDead", 0);
      require(failures, name, "fastCreateRbwWaitMeanMs", MAX_WAIT_MS);
      require(failures, name, "fastFinalizeBlockWaitMeanMs", MAX_WAIT_MS);
    }
    double oursMs = median(Side.OURS, CONVOY, "fastWriteMaxMs");
    double stockMs = median(Side.STOCK, CONVOY, "fastWriteMaxMs");
    if (stockMs < MIN_STOCK_RATIO * oursMs) {
      failures.add(
          String.format(
              Locale.ROOT,
              "%s: stock's longest write takes %.1f ms, less than %.0f times ours of %.1f ms",
              CONVOY,
              stockMs,
              MIN_STOCK_RATIO,
              oursMs));
    }
    return List.copyOf(failures);
  }

  private void compare(Set<String> failures, String name, String metric) {
    double baseMs = median(Side.OURS, StallCase.BASE, metric);
    double ms = median(Side.OURS, name, metric);
    if (ms > MAX_P999_RATIO * baseMs) {
      failures.add(
          String.format(
              Locale.ROOT,
              "%s: %s is %.1f, over %.0f times the %.1f without a freeze",
              name,
              metric,
              ms,
              MAX_P999_RATIO,
              baseMs));
    }
  }

  private void require(Set<String> failures, String name, String metric, double limit) {
    Stream.of(measured, leftOut)
        .flatMap(takes -> values(takes, Side.OURS, name, metric).stream())
        .max(Double::compare)
        .filter(value -> value > limit)
        .ifPresent(
            value ->
                failures.add(
                    String.format(
                        Locale.ROOT,
                        "%s: %s is %.1f, it has to be %.0f or less",
                        name,
                        metric,
                        value,
                        limit)));
  }

  private double median(Side side, String name, String metric) {
    return Medians.of(values(measured, side, name, metric));
  }

  private static List<Double> values(
      List<BenchmarkCase> takes, Side side, String name, String metric) {
    return takes.stream()
        .filter(one -> one.side() == side && one.name().equals(name))
        .map(one -> one.metrics().get(metric))
        .filter(value -> value != null)
        .toList();
  }
}
