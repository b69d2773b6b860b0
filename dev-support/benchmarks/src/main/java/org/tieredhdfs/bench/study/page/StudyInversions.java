package org.tieredhdfs.bench.study.page;

import static org.tieredhdfs.ycsb.study.StudyCase.C1T_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_SSD_ALL_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD_ALL_HDD;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/**
 * The two cases of the study in which memory for the WAL made loads slower, and what RegionServer
 * and devices did in them.
 */
final class StudyInversions {
  private static final List<Side> SIDES = List.of(Side.STOCK, Side.OURS);
  private static final List<Symptom> SYMPTOMS =
      List.of(
          new Symptom(
              "longest time without an operation, s", "longestStallMs", StudyFigures::thousandth),
          new Symptom(
              "writes blocked by full memstores, s", "updatesBlockedMs", StudyFigures::thousandth),
          new Symptom(
              "requests refused as the region was too busy",
              "regionTooBusyErrors",
              StudyFigures::whole),
          new Symptom("longest compaction queue", "compactionQueueMax", StudyFigures::whole),
          new Symptom("longest flush queue", "flushQueueMax", StudyFigures::whole),
          new Symptom("longest sync of a log, ms", "walSyncMaxMs", StudyFigures::whole),
          new Symptom("garbage collection, s", "gcTotalMs", StudyFigures::thousandth),
          new Symptom("longest collection, ms", "gcMaxMs", StudyFigures::whole),
          new Symptom("hard disks busy, %", "diskUtilPercent", StudyFigures::whole),
          new Symptom("wait for a hard disk, ms a request", "diskAwaitMs", StudyFigures::whole),
          new Symptom("SSDs busy, %", "ssdUtilPercent", StudyFigures::whole));

  private final StudyFigures figures;

  /** A figure that may tell why. */
  private record Symptom(String words, String metric, DoubleFunction<String> format) {}

  StudyInversions(StudyFigures figures) {
    this.figures = figures;
  }

  /** The section in Markdown, without its heading. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    one(lines, "Memory for the WAL above hard disks", C1T_RAM_HDD, C1T_HDD);
    one(
        lines,
        "Memory for the WAL above SSDs and hard disks",
        C1T_RAM_SSD_ALL_HDD,
        C1T_SSD_ALL_HDD);
    return lines;
  }

  private void one(List<String> lines, String title, StudyCase with, StudyCase without) {
    lines.add("### " + title);
    lines.add("");
    double study = StudyResults.relative(with, without).orElse(Double.NaN);
    lines.add(
        String.format(
            Locale.ROOT,
            "In the study %s had %.0f %% of the throughput of %s.",
            with.caseName(),
            100 * study,
            without.caseName()));
    for (Side side : SIDES) {
      lines.add(found(side, with, without));
    }
    lines.add("");
    List<String> table = symptoms(with, without);
    if (!table.isEmpty()) {
      lines.addAll(table);
      lines.add("");
    }
  }

  private String found(Side side, StudyCase with, StudyCase without) {
    String name = side == Side.STOCK ? "With Apache Hadoop and HBase" : "With this project";
    return figures
        .ratio(with, without, side)
        .map(
            ratio ->
                String.format(
                    Locale.ROOT,
                    "%s it has %.0f %% here: the inversion %s.",
                    name,
                    100 * ratio.median(),
                    verdict(ratio)))
        .orElseGet(() -> name + " " + without(side, with, without));
  }

  /** Why there is no ratio. */
  private String without(Side side, StudyCase with, StudyCase without) {
    List<String> failed =
        List.of(without, with).stream()
            .filter(study -> figures.failed(study, side))
            .map(StudyCase::caseName)
            .toList();
    return failed.isEmpty()
        ? "it was not measured."
        : "there is no ratio: " + String.join(" and ", failed) + " failed.";
  }

  private static String verdict(RowRatio ratio) {
    if (ratio.least() == ratio.most()) {
      return (ratio.median() < 1 ? "shows" : "does not show") + ", measured once";
    }
    if (ratio.most() < 1) {
      return "shows in all repeats";
    }
    if (ratio.least() >= 1) {
      return "shows in no repeat";
    }
    return ratio.median() < 1
        ? "shows in the medians, but not in all repeats"
        : "does not show in the medians, but in some repeats";
  }

  private List<String> symptoms(StudyCase with, StudyCase without) {
    List<String> rows = new ArrayList<>();
    for (Symptom symptom : SYMPTOMS) {
      List<String> cells = new ArrayList<>();
      for (Side side : SIDES) {
        for (StudyCase study : List.of(without, with)) {
          cells.add(figures.cell(study, side, symptom.metric(), symptom.format()));
        }
      }
      if (!cells.stream().allMatch(StudyFigures.NONE::equals)) {
        rows.add("| " + symptom.words() + " | " + String.join(" | ", cells) + " |");
      }
    }
    if (!rows.isEmpty()) {
      List<String> heads = new ArrayList<>();
      for (String side : List.of("Apache", "this project")) {
        heads.add(side + ": " + without.caseName());
        heads.add(side + ": " + with.caseName());
      }
      rows.add(0, "| | " + String.join(" | ", heads) + " |");
      rows.add(1, "|---|---|---|---|---|");
    }
    return rows;
  }
}
