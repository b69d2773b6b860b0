package org.tieredhdfs.bench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.bench.predict.ReportPredictions.Prediction;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/** Writes {@code docs/what-tiering-buys.md} from a report: figures only, and how to get them. */
final class StudyPage {
  private static final String NONE = "–";
  private static final double SMALL_SHARE = 0.5;
  private static final List<Side> SIDES = List.of(Side.STOCK, Side.OURS);

  private final Report report;
  private final List<String> lines = new ArrayList<>();

  StudyPage(Report report) {
    this.report = report;
  }

  /** The page in Markdown. */
  String text() {
    lines.clear();
    head();
    cases();
    ratios();
    predictions();
    return String.join("\n", lines) + "\n";
  }

  private void head() {
    add("# What tiering buys");
    add("");
    add(
        "<!-- written by: dev-support/tiered bench ycsb --resume --page docs/what-tiering-buys.md -->");
    add(
        "The loads of \"Optimize Hadoop Cluster Performance with Various Storage Media\" (Intel, 2016),");
    add("[scaled to one machine with emulated media](ycsb.md#bench-ycsb): " + scale() + ".");
    add(
        String.format(
            Locale.ROOT,
            "Machine: %d cores, %,d MB, %s. Medians of the repeats, with their least and most.",
            report.machine().cores(),
            report.machine().memory() >> 20,
            report.machine().kernel()));
    add("");
  }

  private String scale() {
    return report.versions().getOrDefault(StudyRows.SCALE, "scale unknown");
  }

  private void cases() {
    add("## Cases");
    add("");
    add("Operations a second; the 99th percentile of an insert in ms; the longest time without an");
    add("operation in s.");
    add("");
    add(
        "| case | stock ops/s | ours ops/s | stock p99 | ours p99 | stock longest | ours longest |");
    add("|---|---|---|---|---|---|---|");
    for (StudyCase study : StudyCase.values()) {
      String name = study.caseName();
      if (SIDES.stream().anyMatch(side -> !values(name, side, "opsPerSec").isEmpty())) {
        StringBuilder row = new StringBuilder("| ").append(name);
        cells(row, name, "opsPerSec", value -> String.format(Locale.ROOT, "%,.0f", value));
        cells(row, name, "insertP99Us", value -> String.format(Locale.ROOT, "%.1f", value / 1_000));
        cells(
            row,
            name,
            "longestStallMs",
            value -> String.format(Locale.ROOT, "%.1f", value / 1_000));
        add(row + " |");
      }
    }
    add("");
  }

  private void cells(
      StringBuilder row, String name, String metric, Function<Double, String> format) {
    for (Side side : SIDES) {
      row.append(" | ").append(cell(values(name, side, metric), format));
    }
  }

  private static String cell(List<Double> values, Function<Double, String> format) {
    if (values.isEmpty()) {
      return NONE;
    }
    String median = format.apply(Medians.of(values));
    if (values.size() == 1) {
      return median;
    }
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    return median + " (" + format.apply(least) + "–" + format.apply(most) + ")";
  }

  private void ratios() {
    add("## The study's ratios");
    add("");
    add("Throughput of the one by that of the other.");
    add("");
    add("| cases | study | stock | ours |");
    add("|---|---|---|---|");
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      StringBuilder row = new StringBuilder("| ").append(ratio.title());
      row.append(String.format(Locale.ROOT, " | %.2f", ratio.opsRatio()));
      for (Side side : SIDES) {
        row.append(" | ")
            .append(
                cell(
                    values(ratio.title(), side, StudyComparison.RATIO),
                    value -> String.format(Locale.ROOT, "%.2f", value)));
      }
      add(row + " |");
    }
    add("");
  }

  private void predictions() {
    add("## Predicted from single media");
    add("");
    add(
        "What `dev-support/tiered predict` says of each mix on our side, from memory, SSDs and hard disks alone");
    add("and the bytes of each class of files.");
    add("");
    List<Prediction> predictions;
    try {
      predictions = new ReportPredictions(report, Side.OURS).all(SMALL_SHARE);
    } catch (IllegalArgumentException e) {
      add("Nothing yet: " + e.getMessage() + ".");
      return;
    }
    add("| mix | predicted ops/s | measured | error |");
    add("|---|---|---|---|");
    for (Prediction one : predictions) {
      boolean isMeasured = !Double.isNaN(one.measuredOpsPerSec());
      add(
          String.format(Locale.ROOT, "| %s | %,.0f", one.study().caseName(), one.opsPerSec())
              + (isMeasured
                  ? String.format(
                      Locale.ROOT,
                      " | %,.0f | %+.0f %% |",
                      one.measuredOpsPerSec(),
                      one.errorPercent())
                  : " | " + NONE + " | " + NONE + " |"));
    }
  }

  private List<Double> values(String name, Side side, String metric) {
    return report.cases().stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .map(BenchmarkCase::metrics)
        .filter(metrics -> metrics.containsKey(metric))
        .map(metrics -> metrics.getOrDefault(metric, Double.NaN))
        .toList();
  }

  private void add(String line) {
    lines.add(line);
  }
}
