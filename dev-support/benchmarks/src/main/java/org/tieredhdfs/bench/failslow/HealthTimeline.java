package org.tieredhdfs.bench.failslow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The health of a cluster's volumes over the time of a case. Written by one thread, read when that
 * has ended.
 */
final class HealthTimeline {
  /** A volume that works. */
  static final String IN_SERVICE = "IN_SERVICE";

  private final List<Sample> samples = new ArrayList<>();

  /**
   * The health at one moment.
   *
   * @param atMs since 1970
   * @param unhealthy volumes that the NameNode hears to hang or to be slow
   * @param excluded those of them that it avoids
   * @param condition of the volume under test, as its DataNode has it
   */
  record Sample(long atMs, int unhealthy, int excluded, String condition) {}

  void add(Sample sample) {
    samples.add(sample);
  }

  /**
   * The figures of it.
   *
   * @param faultEndMs when the fault ended
   */
  Map<String, Double> figures(long faultEndMs) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("unhealthyMax", max(Sample::unhealthy));
    figures.put("excludedMax", max(Sample::excluded));
    figures.put("exclusions", (double) exclusions());
    if (!samples.isEmpty()) {
      Sample last = samples.get(samples.size() - 1);
      figures.put("unhealthyAtEnd", (double) last.unhealthy());
      figures.put("excludedAtEnd", (double) last.excluded());
      figures.put("outOfServiceSec", outOfServiceMs(faultEndMs) / 1_000.0);
    }
    return figures;
  }

  private double max(ToIntFunction<Sample> value) {
    return samples.stream().mapToInt(value).max().orElse(0);
  }

  /** How often the NameNode began to avoid a volume. */
  private int exclusions() {
    int before = 0;
    int exclusions = 0;
    for (Sample sample : samples) {
      exclusions += Math.max(0, sample.excluded() - before);
      before = sample.excluded();
    }
    return exclusions;
  }

  /** From the end of the fault until the volume under test was in service for good. */
  private long outOfServiceMs(long faultEndMs) {
    long untilMs = faultEndMs;
    for (Sample sample : samples) {
      boolean isOut = !sample.condition().equals(IN_SERVICE) || sample.excluded() > 0;
      if (isOut && sample.atMs() > untilMs) {
        untilMs = sample.atMs();
      }
    }
    return untilMs - faultEndMs;
  }
}
