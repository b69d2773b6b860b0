package org.tieredhdfs.bench.terasort;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * The time with four workers on a host by that with one, here and in the study, where it was four
 * virtual machines by none.
 */
final class TeraComparison {
  private static final List<String> PHASES = List.of("generate", "sort", "validate");

  /** By replication, in the order of the phases. */
  private static final Map<Integer, List<Double>> STUDY =
      Map.of(
          3, List.of(1072 / 1072.0, 3355 / 3825.0, 695 / 697.0),
          1, List.of(906 / 883.0, 2887 / 3216.0, 515 / 600.0));

  private TeraComparison() {}

  /** A row for each replication of which both cases were measured, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (int replication : List.of(3, 1)) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        TeraCase many = new TeraCase(replication, 4);
        TeraCase one = new TeraCase(replication, 1);
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (int i = 0; i < PHASES.size(); i++) {
          String phase = PHASES.get(i);
          double study = STUDY.getOrDefault(replication, List.of()).get(i);
          RowRatio.of(rows, many.name(), one.name(), side, phase + "Sec")
              .ifPresent(
                  found -> {
                    found.putInto(metrics, phase + "Ratio");
                    metrics.put(RowRatio.prefixed("study", phase + "Ratio"), study);
                  });
        }
        if (!metrics.isEmpty()) {
          comparisons.add(new BenchmarkCase(many.name() + " / " + one.name(), side, 1, metrics));
        }
      }
    }
    return comparisons;
  }
}
