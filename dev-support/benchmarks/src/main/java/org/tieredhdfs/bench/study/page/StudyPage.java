package org.tieredhdfs.bench.study.page;

import static org.tieredhdfs.bench.study.page.StudyFigures.NONE;
import static org.tieredhdfs.bench.study.page.StudyFigures.OPS;
import static org.tieredhdfs.bench.study.page.StudyFigures.SIDES;
import static org.tieredhdfs.bench.study.page.StudyFigures.twoDecimals;
import static org.tieredhdfs.bench.study.page.StudyFigures.whole;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_SSD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_RAM;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_SSD;

import com.github.mustachejava.DefaultMustacheFactory;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.bench.predict.MixPredictor.Prediction;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/** Writes {@code docs/what-tiering-buys.md} from a report: figures only, and how to get them. */
final class StudyPage {
  static final double SMALL_SHARE = 0.5;

  private static final List<Claim> CLAIMS =
      List.of(
          new Claim("memory is faster than SSDs", C50G_RAM, C50G_SSD, 1),
          new Claim("SSDs are faster than hard disks, 50 GB", C50G_SSD, C50G_HDD, 1),
          new Claim("SSDs are faster than hard disks, 1 TB", C1T_SSD, C1T_HDD, 1),
          new Claim(
              "files placed on SSDs and hard disks: faster than disks", C1T_SSD_HDD, C1T_HDD, 1.3),
          new Claim(
              "files placed on SSDs and hard disks: nearly as fast as SSDs",
              C1T_SSD_HDD,
              C1T_SSD,
              0.95));

  private final Report report;
  private final StudyFigures figures;

  /** What the study found: a ratio of throughputs that is to be reached, or above 1. */
  private record Claim(String words, StudyCase above, StudyCase below, double bound) {

    boolean holds(double ratio) {
      return bound == 1 ? ratio > 1 : ratio >= bound;
    }
  }

  StudyPage(Report report) {
    this.report = report;
    figures = StudyFigures.of(report);
  }

  /**
   * The page in Markdown.
   *
   * @param plot the picture of all throughputs, by its path from the page; empty if there is none
   * @param curve the picture of what one more GB buys; empty likewise
   * @param others reports of the other studies, as far as there are
   */
  String text(String plot, String curve, List<Report> others) {
    Map<String, Object> values = new HashMap<>();
    values.put("plot", plot);
    values.put("repeats", repeats());
    values.put("claims", claims());
    values.put("cases", cases());
    values.put("ratios", ratios());
    values.put("inversions", new StudyInversions(figures).all());
    values.putAll(predictions());
    values.put("curve", curve);
    values.put("dataGb", whole(GbPlot.DATA_GB));
    values.put("others", OtherStudies.sections(others));
    values.putAll(new StudyMethod(report, figures).values());
    StringWriter page = new StringWriter();
    new DefaultMustacheFactory("org/tieredhdfs/bench/study/page")
        .compile("study-page.mustache")
        .execute(page, values);
    return page.toString().stripTrailing() + "\n";
  }

  /** How often each case was measured on each side. */
  private String repeats() {
    List<Integer> counts =
        Stream.of(StudyCase.values())
            .flatMap(study -> SIDES.stream().map(side -> figures.values(study, side, OPS).size()))
            .filter(count -> count > 0)
            .sorted()
            .toList();
    int least = counts.isEmpty() ? 0 : counts.get(0);
    int most = counts.isEmpty() ? 0 : counts.get(counts.size() - 1);
    if (least == 1 && most == 1) {
      return "Each case was measured once: small differences mean nothing.";
    }
    return "All figures are medians of "
        + (least == most ? least : least + " to " + most)
        + " repeats; least and most are in brackets.";
  }

  private List<String> claims() {
    List<String> rows = new ArrayList<>();
    for (Claim claim : CLAIMS) {
      rows.add(
          StudyFigures.row(
              List.of(
                  claim.words(),
                  claim.above().caseName() + " / " + claim.below().caseName(),
                  claim.bound() == 1 ? "above 1" : "at least " + twoDecimals(claim.bound()),
                  twoDecimals(
                      StudyResults.relative(claim.above(), claim.below()).orElse(Double.NaN)),
                  answer(claim, Side.STOCK),
                  answer(claim, Side.OURS))));
    }
    rows.add(
        StudyFigures.row(
            List.of(
                "memory for the WAL and SSDs for the rest are the best of the 1 TB cases",
                C1T_RAM_SSD.caseName(),
                "highest",
                "yes",
                best(Side.STOCK),
                best(Side.OURS))));
    return rows;
  }

  private String answer(Claim claim, Side side) {
    return figures
        .ratio(claim.above(), claim.below(), side)
        .map(ratio -> (claim.holds(ratio.median()) ? "yes, " : "**no**, ") + ratio.text())
        .orElse(NONE);
  }

  private String best(Side side) {
    Optional<StudyCase> highest =
        Stream.of(StudyCase.values())
            .filter(study -> study.records() == C1T_HDD.records() && figures.has(study, side))
            .max(Comparator.comparingDouble(study -> Medians.of(figures.values(study, side, OPS))));
    if (highest.isEmpty() || !figures.has(C1T_RAM_SSD, side)) {
      return NONE;
    }
    return highest.get() == C1T_RAM_SSD ? "yes" : "**no**, " + highest.get().caseName();
  }

  private List<String> cases() {
    List<String> rows = new ArrayList<>();
    for (StudyCase study : StudyCase.values()) {
      if (SIDES.stream()
          .anyMatch(side -> figures.has(study, side) || figures.failed(study, side))) {
        List<String> cells = new ArrayList<>(List.of(study.caseName()));
        for (Side side : SIDES) {
          cells.add(
              figures.failed(study, side)
                  ? "failed"
                  : figures.cell(study, side, OPS, StudyFigures::whole));
        }
        DoubleFunction<String> format = StudyFigures::thousandth;
        SIDES.forEach(side -> cells.add(figures.cell(study, side, "insertP99Us", format)));
        SIDES.forEach(side -> cells.add(figures.cell(study, side, "longestStallMs", format)));
        rows.add(StudyFigures.row(cells));
      }
    }
    return rows;
  }

  private List<String> ratios() {
    List<String> rows = new ArrayList<>();
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      List<String> cells = new ArrayList<>(List.of(ratio.title(), twoDecimals(ratio.opsRatio())));
      for (Side side : SIDES) {
        Optional<RowRatio> found = figures.ratio(ratio.faster(), ratio.slower(), side);
        cells.add(found.map(RowRatio::text).orElse(NONE));
      }
      rows.add(StudyFigures.row(cells));
    }
    return rows;
  }

  private Map<String, Object> predictions() {
    List<Prediction> predictions;
    try {
      predictions = new ReportPredictions(report, Side.OURS).all(SMALL_SHARE);
    } catch (IllegalArgumentException e) {
      return Map.of("noPrediction", String.valueOf(e.getMessage()));
    }
    List<Double> errors =
        predictions.stream()
            .map(one -> Math.abs(one.errorPercent()))
            .filter(error -> !Double.isNaN(error))
            .sorted()
            .toList();
    String words =
        errors.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                "The median error is %.0f %%, the largest %.0f %%.",
                Medians.of(errors),
                errors.get(errors.size() - 1));
    return Map.of(
        "noPrediction",
        "",
        "errors",
        words,
        "predictions",
        predictions.stream().map(StudyPage::predicted).toList());
  }

  private static String predicted(Prediction one) {
    boolean isMeasured = !Double.isNaN(one.measuredOpsPerSec());
    return StudyFigures.row(
        List.of(
            one.study().caseName(),
            whole(one.burstOpsPerSec()),
            isMeasured ? whole(one.measuredOpsPerSec()) : NONE,
            isMeasured ? String.format(Locale.ROOT, "%+.0f %%", one.errorPercent()) : NONE,
            whole(one.sustainedOpsPerSec())));
  }
}
