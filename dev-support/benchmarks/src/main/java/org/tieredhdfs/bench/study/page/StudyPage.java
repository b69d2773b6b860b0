package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.bench.predict.ReportPredictions.Prediction;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/** Writes {@code docs/what-tiering-buys.md} from a report: figures only, and how to get them. */
final class StudyPage {
  private static final double SMALL_SHARE = 0.5;
  private static final List<Side> SIDES = List.of(Side.STOCK, Side.OURS);

  private final Report report;
  private final StudyFigures figures;
  private final Optional<String> plot;
  private final Optional<String> curve;
  private final OtherStudies others;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param plot the picture of all throughputs, by its path from the page; none if there is none
   * @param curve the picture of what one more GB buys; none likewise
   * @param others reports of the other studies, as far as there are
   */
  StudyPage(Report report, Optional<String> plot, Optional<String> curve, List<Report> others) {
    this.report = report;
    this.others = new OtherStudies(others);
    figures = new StudyFigures(report);
    this.plot = plot;
    this.curve = curve;
  }

  /** The page in Markdown. */
  String text() {
    lines.clear();
    head();
    section("Does the study hold?", new StudyClaims(figures).table());
    cases();
    ratios();
    section("The two inversions", new StudyInversions(figures).text());
    predictions();
    nextGb();
    lines.addAll(others.text());
    section("How it was measured", new StudyMethod(report, figures).text());
    while (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return String.join("\n", lines) + "\n";
  }

  private void section(String heading, List<String> content) {
    add("## " + heading, "");
    lines.addAll(content);
    if (!lines.get(lines.size() - 1).isEmpty()) {
      add("");
    }
  }

  private void head() {
    add(
        "# What tiering buys",
        "",
        "<!-- written by: dev-support/tiered bench ycsb --resume --page FILE -->",
        "HBase is loaded on memory, SSDs, hard disks and mixes of them, with Apache Hadoop",
        "and HBase and with this project. The cases are those of \"Optimize Hadoop Cluster",
        "Performance with Various Storage Media\" (Intel, 2016),",
        "[scaled to one machine with emulated media](ycsb.md#bench-ycsb). Compare figures of",
        "this page with each other only: a cluster of real machines has others.",
        "");
    plot.ifPresent(
        image ->
            add(
                "![Bars: the throughput of each case, relative to hard disks alone](" + image + ")",
                ""));
    String repeats = figures.repeats();
    add(
        repeats.equals("1")
            ? "Each case was measured once: small differences mean nothing."
            : "All figures are medians of " + repeats + " repeats; least and most are in brackets.",
        "");
  }

  private void cases() {
    add(
        "## Throughput, latency and stalls",
        "",
        "The latency is the 99th percentile of an insert, in ms. The stall is the longest time",
        "without a finished operation, in s.",
        "",
        "| case | Apache ops/s | this project ops/s | Apache p99 | this project p99 | Apache stall"
            + " | this project stall |",
        "|---|---|---|---|---|---|---|");
    for (StudyCase study : StudyCase.values()) {
      if (SIDES.stream()
          .anyMatch(side -> figures.has(study, side) || figures.failed(study, side))) {
        StringBuilder row = new StringBuilder("| ").append(study.caseName());
        cells(row, study, StudyFigures.OPS, StudyFigures::whole);
        cells(row, study, "insertP99Us", StudyFigures::thousandth);
        cells(row, study, "longestStallMs", StudyFigures::thousandth);
        add(row + " |");
      }
    }
    add("");
  }

  private void cells(
      StringBuilder row, StudyCase study, String metric, DoubleFunction<String> format) {
    for (Side side : SIDES) {
      boolean tellsFailure = metric.equals(StudyFigures.OPS) && figures.failed(study, side);
      row.append(" | ").append(tellsFailure ? "failed" : figures.cell(study, side, metric, format));
    }
  }

  private void ratios() {
    add(
        "## The study's ratios",
        "",
        "The throughput of the first case divided by that of the second.",
        "",
        "| cases | study | Apache | this project |",
        "|---|---|---|---|");
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      StringBuilder row = new StringBuilder("| ").append(ratio.title());
      row.append(String.format(Locale.ROOT, " | %.2f", ratio.opsRatio()));
      for (Side side : SIDES) {
        row.append(" | ")
            .append(
                figures
                    .ratio(ratio.faster(), ratio.slower(), side)
                    .map(RowRatio::text)
                    .orElse(StudyFigures.NONE));
      }
      add(row + " |");
    }
    add("");
  }

  private void predictions() {
    add(
        "## Predicted from single media",
        "",
        "`dev-support/tiered predict` computes each mix from memory, SSDs and hard disks alone",
        "and from the bytes of each class of files ([the model](ycsb.md#predict)). This is what",
        "it says of this project's runs. HBase leaves compactions behind in them, which a load",
        "that goes on cannot: the last column is for that.",
        "");
    List<Prediction> predictions;
    try {
      predictions = new ReportPredictions(report, Side.OURS).all(SMALL_SHARE);
    } catch (IllegalArgumentException e) {
      add("There is no prediction yet: " + e.getMessage() + ".", "");
      return;
    }
    List<Double> errors =
        predictions.stream()
            .map(Prediction::errorPercent)
            .filter(error -> !Double.isNaN(error))
            .map(Math::abs)
            .sorted()
            .toList();
    if (!errors.isEmpty()) {
      add(
          String.format(
              Locale.ROOT,
              "The median error is %.0f %%, the largest %.0f %%.",
              Medians.of(errors),
              errors.get(errors.size() - 1)),
          "");
    }
    add(
        "| mix | predicted ops/s | measured ops/s | error | if compactions keep up |",
        "|---|---|---|---|---|");
    for (Prediction one : predictions) {
      boolean isMeasured = !Double.isNaN(one.measuredOpsPerSec());
      add(
          String.format(Locale.ROOT, "| %s | %,.0f", one.study().caseName(), one.burstOpsPerSec())
              + (isMeasured
                  ? String.format(
                      Locale.ROOT,
                      " | %,.0f | %+.0f %%",
                      one.measuredOpsPerSec(),
                      one.errorPercent())
                  : " | " + StudyFigures.NONE + " | " + StudyFigures.NONE)
              + String.format(Locale.ROOT, " | %,.0f |", one.sustainedOpsPerSec()));
    }
    add("");
  }

  private void nextGb() {
    curve.ifPresent(
        image ->
            add(
                "## What one more GB buys",
                "",
                "The prediction for " + StudyFigures.whole(GbPlot.DATA_GB) + " GB of table files",
                "on hard disks, if memory or SSDs are added for the hottest files. The bands are",
                "the classes, the hottest first. Logs count with one flush of each region.",
                "`dev-support/tiered predict --data-gb`",
                "[answers for other sizes](ycsb.md#what-one-more-gb-buys).",
                "",
                "![Lines: predicted throughput by GB of memory and of SSDs](" + image + ")",
                ""));
  }

  private void add(String... more) {
    lines.addAll(List.of(more));
  }
}
