package org.tieredhdfs.bench.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.TextTable;

/** The medians of all cases, and how they compare with stock: for people, and for the report. */
final class WriteSummary {
  private final PairedFigures figures;

  WriteSummary(PairedFigures figures) {
    this.figures = figures;
  }

  /** A line for each case on each side; ratios with their 95 % intervals. */
  TextTable table() {
    TextTable table =
        new TextTable(
            "CASE",
            "SIDE",
            "MB/s",
            "x stock",
            "CPU s/GB",
            "x stock",
            "client",
            "datanodes",
            "p50 us",
            "x stock",
            "p99 us",
            "x stock",
            "calls/MB");
    for (String caseName : figures.caseNames()) {
      for (Side side : figures.sides(caseName)) {
        table.add(
            caseName,
            side.label(),
            median(caseName, side, "mbPerSec", 0),
            ratio(caseName, side, "mbPerSec"),
            median(caseName, side, "cpuSecPerGb", 2),
            ratio(caseName, side, "cpuSecPerGb"),
            median(caseName, side, "clientCpuSecPerGb", 2),
            median(caseName, side, "datanodeCpuSecPerGb", 2),
            median(caseName, side, "p50Us", 0),
            ratio(caseName, side, "p50Us"),
            median(caseName, side, "p99Us", 0),
            ratio(caseName, side, "p99Us"),
            median(caseName, side, "ioCallsPerMb", 1));
      }
    }
    return table;
  }

  /** One more case for each, named {@code ratio-...}, with the ends of the intervals. */
  List<BenchmarkCase> intervals() {
    List<BenchmarkCase> cases = new ArrayList<>();
    for (String caseName : figures.caseNames()) {
      for (Side side : figures.sides(caseName)) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (String metric : PairedFigures.COMPARED) {
          figures
              .ratio(caseName, side, metric)
              .filter(RatioInterval::hasBounds)
              .ifPresent(
                  ratio -> {
                    metrics.put(metric + "RatioLower95", ratio.lower95());
                    metrics.put(metric + "RatioUpper95", ratio.upper95());
                  });
        }
        if (!metrics.isEmpty()) {
          cases.add(new BenchmarkCase("ratio-" + caseName, side, 1, metrics));
        }
      }
    }
    return cases;
  }

  private String median(String caseName, Side side, String metric, int decimals) {
    double median = figures.median(caseName, side, metric);
    return Double.isNaN(median) ? "-" : String.format(Locale.ROOT, "%,." + decimals + "f", median);
  }

  private String ratio(String caseName, Side side, String metric) {
    return figures.ratio(caseName, side, metric).map(WriteVerdict::text).orElse("-");
  }
}
