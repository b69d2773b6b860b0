package org.tieredhdfs.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * Compares the measurements with the requirements: more from unequal volumes than stock round robin
 * gets, no less from equal ones, and no failed write.
 */
final class VolumesVerdict {
  private static final double MIN_RATIO = 1.25;

  /** What repeats of the same differ by. */
  private static final double MIN_EQUAL_RATIO = 0.97;

  private final List<BenchmarkCase> measured = new ArrayList<>();
  private final Set<String> failed = new LinkedHashSet<>();

  /**
   * @param failure why a write failed, empty if none did
   */
  void add(BenchmarkCase one, String failure) {
    measured.add(one);
    if (one.side() == Side.OURS && !failure.isEmpty()) {
      failed.add(one.name() + ": a write failed: " + failure);
    }
  }

  /** What is not as promised, a sentence each. */
  List<String> failures() {
    List<String> failures = new ArrayList<>(failed);
    compare("", MIN_RATIO, failures);
    compare(VolumesCase.EQUAL, MIN_EQUAL_RATIO, failures);
    return failures;
  }

  private void compare(String prefix, double least, List<String> failures) {
    double ours = medianMbPerSec(prefix + VolumesCase.LATENCY_AWARE);
    double stock = medianMbPerSec(prefix + VolumesCase.STOCK_ROUND_ROBIN);
    if (ours < least * stock) {
      failures.add(
          String.format(
              Locale.ROOT,
              "%s: %.1f MB/s are %.2f times the %.1f MB/s of stock round robin, it has to be at"
                  + " least %.2f times",
              prefix + VolumesCase.LATENCY_AWARE,
              ours,
              ours / stock,
              stock,
              least));
    }
  }

  private double medianMbPerSec(String name) {
    return Medians.of(
        measured.stream()
            .filter(one -> one.name().equals(name))
            .map(one -> one.metrics().get("mbPerSec"))
            .filter(value -> value != null)
            .toList());
  }
}
