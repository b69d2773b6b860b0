package org.tieredhdfs.bench.study.page;

import static org.tieredhdfs.ycsb.study.StudyCase.C1T_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_SSD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_RAM;
import static org.tieredhdfs.ycsb.study.StudyCase.C50G_SSD;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/** What the study found of the order of media, and whether it holds in a report. */
final class StudyClaims {
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

  private static final List<StudyCase> LARGE =
      List.of(StudyCase.values()).stream()
          .filter(study -> study.records() == C1T_HDD.records())
          .toList();

  private final StudyFigures figures;

  /**
   * A ratio of throughputs that is to be reached; one of 1 has to be exceeded.
   *
   * @param words what it says
   */
  private record Claim(String words, StudyCase above, StudyCase below, double bound) {

    boolean holds(double ratio) {
      return bound == 1 ? ratio > 1 : ratio >= bound;
    }

    String boundText() {
      return bound == 1 ? "above 1" : String.format(Locale.ROOT, "at least %.2f", bound);
    }
  }

  StudyClaims(StudyFigures figures) {
    this.figures = figures;
  }

  /** A table in Markdown. */
  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add("| what the study found | throughputs | bound | study | Apache | this project |");
    lines.add("|---|---|---|---|---|---|");
    for (Claim claim : CLAIMS) {
      lines.add(
          String.join(
              " | ",
              "| " + claim.words(),
              claim.above().caseName() + " / " + claim.below().caseName(),
              claim.boundText(),
              study(claim),
              answer(claim, Side.STOCK),
              answer(claim, Side.OURS) + " |"));
    }
    lines.add(
        "| memory for the WAL and SSDs for the rest are the best of the 1 TB cases | 1T_RAM_SSD |"
            + " highest | yes | "
            + best(Side.STOCK)
            + " | "
            + best(Side.OURS)
            + " |");
    return lines;
  }

  private static String study(Claim claim) {
    return StudyResults.relative(claim.above(), claim.below()).stream()
        .mapToObj(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
        .findFirst()
        .orElse(StudyFigures.NONE);
  }

  private String answer(Claim claim, Side side) {
    return figures
        .ratio(claim.above(), claim.below(), side)
        .map(ratio -> (claim.holds(ratio.median()) ? "yes, " : "**no**, ") + ratio.text())
        .orElse(StudyFigures.NONE);
  }

  private String best(Side side) {
    Optional<StudyCase> highest =
        LARGE.stream()
            .filter(study -> figures.has(study, side))
            .max(
                (one, other) ->
                    Double.compare(
                        figures.median(one, side, StudyFigures.OPS),
                        figures.median(other, side, StudyFigures.OPS)));
    if (highest.isEmpty() || !figures.has(C1T_RAM_SSD, side)) {
      return StudyFigures.NONE;
    }
    return highest.get() == C1T_RAM_SSD ? "yes" : "**no**, " + highest.get().caseName();
  }
}
