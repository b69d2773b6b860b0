package org.tieredhdfs.bench.compression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Throughput, processor time and what disks had to write, each by that of the case without. */
final class CompressionComparison {
  private static final Map<String, ToDoubleFunction<BenchmarkCase>> FIGURES = figures();

  private CompressionComparison() {}

  private static Map<String, ToDoubleFunction<BenchmarkCase>> figures() {
    Map<String, ToDoubleFunction<BenchmarkCase>> figures = new LinkedHashMap<>();
    figures.put("opsRatio", row -> metric(row, "opsPerSec"));
    // the first case of a cluster compiles for those after it
    figures.put(
        "cpuRatio",
        row -> metric(row, "allDaemonsCpuPerOpUs") - metric(row, "compilersCpuPerOpUs"));
    // of an average disk; there are equally many in all cases, and they load equally many records
    figures.put("writtenRatio", row -> metric(row, "diskWriteMbPerSec") * metric(row, "runTimeMs"));
    return figures;
  }

  private static double metric(BenchmarkCase row, String name) {
    return row.metrics().getOrDefault(name, Double.NaN);
  }

  /** A row for each case that was measured as well as that without, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<BenchmarkCase> compared = new ArrayList<>();
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      for (CompressionCase one : CompressionCase.values()) {
        if (one != CompressionCase.NONE) {
          Map<String, Double> metrics = new LinkedHashMap<>();
          FIGURES.forEach(
              (name, figure) ->
                  RowRatio.of(rows, one.caseName(), CompressionCase.NONE.caseName(), side, figure)
                      .ifPresent(found -> found.putInto(metrics, name)));
          if (!metrics.isEmpty()) {
            compared.add(
                new BenchmarkCase(
                    one.caseName() + " / " + CompressionCase.NONE.caseName(), side, 1, metrics));
          }
        }
      }
    }
    return compared;
  }
}
