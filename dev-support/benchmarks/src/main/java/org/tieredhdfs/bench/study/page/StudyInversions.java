package org.tieredhdfs.bench.study.page;

import static org.tieredhdfs.ycsb.study.StudyCase.C1T_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_RAM_SSD_ALL_HDD;
import static org.tieredhdfs.ycsb.study.StudyCase.C1T_SSD_ALL_HDD;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/**
 * The two cases of the study in which memory for the WAL made loads slower, and what RegionServer
 * and devices did in them.
 */
record StudyInversions(StudyFigures figures) {
  private static final DoubleFunction<String> WHOLE = StudyFigures::whole;
  private static final DoubleFunction<String> THOUSANDTH = StudyFigures::thousandth;
  private static final List<Symptom> SYMPTOMS =
      List.of(
          new Symptom("longest time without an operation, s", "longestStallMs", THOUSANDTH),
          new Symptom("writes blocked by full memstores, s", "updatesBlockedMs", THOUSANDTH),
          new Symptom("requests refused as the region was too busy", "regionTooBusyErrors", WHOLE),
          new Symptom("longest compaction queue", "compactionQueueMax", WHOLE),
          new Symptom("longest sync of a log, ms", "walSyncMaxMs", WHOLE),
          new Symptom("garbage collection, s", "gcTotalMs", THOUSANDTH),
          new Symptom("hard disks busy, %", "diskUtilPercent", WHOLE),
          new Symptom("wait for a hard disk, ms a request", "diskAwaitMs", WHOLE),
          new Symptom("SSDs busy, %", "ssdUtilPercent", WHOLE));

  /** A figure that may tell why. */
  private record Symptom(String words, String metric, DoubleFunction<String> format) {}

  /** For the template. */
  List<Map<String, Object>> all() {
    return List.of(
        one("Memory for the WAL above hard disks", C1T_RAM_HDD, C1T_HDD),
        one("Memory for the WAL above SSDs and hard disks", C1T_RAM_SSD_ALL_HDD, C1T_SSD_ALL_HDD));
  }

  private Map<String, Object> one(String title, StudyCase with, StudyCase without) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        String.format(
            Locale.ROOT,
            "In the study %s had %.0f %% of the throughput of %s.",
            with.caseName(),
            100 * StudyResults.relative(with, without).orElse(Double.NaN),
            without.caseName()));
    StudyFigures.SIDES.forEach(side -> sentences.add(found(side, with, without)));
    List<String> symptoms = symptoms(with, without);
    return Map.of(
        "title",
        title,
        "sentences",
        sentences,
        "with",
        with.caseName(),
        "without",
        without.caseName(),
        "hasSymptoms",
        !symptoms.isEmpty(),
        "symptoms",
        symptoms);
  }

  private String found(Side side, StudyCase with, StudyCase without) {
    String name = "With " + StudyFigures.name(side);
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
        .orElseGet(() -> name + " " + whyNone(side, with, without));
  }

  private String whyNone(Side side, StudyCase with, StudyCase without) {
    List<String> failed =
        Stream.of(without, with)
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
      List<String> cells = new ArrayList<>(List.of(symptom.words()));
      boolean isKnown = false;
      for (Side side : StudyFigures.SIDES) {
        for (StudyCase study : List.of(without, with)) {
          String cell = figures.cell(study, side, symptom.metric(), symptom.format());
          isKnown |= !cell.equals(StudyFigures.NONE);
          cells.add(cell);
        }
      }
      if (isKnown) {
        rows.add(StudyFigures.row(cells));
      }
    }
    return rows;
  }
}
