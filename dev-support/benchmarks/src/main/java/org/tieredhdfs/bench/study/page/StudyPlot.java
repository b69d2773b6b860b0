package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.plot.BarPlot;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/**
 * The throughput of each case of a report by that of the same data on hard disks alone, beside what
 * the study says.
 *
 * <p>Both sides are compared with Apache's on hard disks, where that was measured: a side that is
 * slow there would look good otherwise.
 */
final class StudyPlot {
  private final StudyFigures figures;

  /** Apache, unless only the other side has been measured on hard disks. */
  private final Side base;

  StudyPlot(Report report) {
    figures = StudyFigures.of(report);
    boolean hasStock =
        figures.has(StudyCase.C50G_HDD, Side.STOCK) || figures.has(StudyCase.C1T_HDD, Side.STOCK);
    base = hasStock ? Side.STOCK : Side.OURS;
  }

  /** The plot; empty if there is no case on hard disks alone to compare with. */
  Optional<BarPlot> plot() {
    List<BarPlot.Group> groups = new ArrayList<>();
    for (StudyCase study : StudyCase.values()) {
      StudyCase onHardDisks =
          study.records() == StudyCase.C50G_HDD.records() ? StudyCase.C50G_HDD : StudyCase.C1T_HDD;
      double one = Medians.of(figures.values(onHardDisks, base, StudyFigures.OPS));
      Map<String, BarPlot.Bar> bars = new LinkedHashMap<>();
      List<String> notes = new ArrayList<>();
      for (Side side : StudyFigures.SIDES) {
        List<Double> sorted =
            figures.values(study, side, StudyFigures.OPS).stream().sorted().toList();
        notes.add(sorted.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.0f", Medians.of(sorted)));
        if (!sorted.isEmpty() && !Double.isNaN(one)) {
          bars.put(
              StudyFigures.name(side),
              new BarPlot.Bar(
                  Medians.of(sorted) / one,
                  sorted.get(0) / one,
                  sorted.get(sorted.size() - 1) / one));
        }
      }
      if (!bars.isEmpty()) {
        groups.add(
            new BarPlot.Group(
                study.caseName(),
                String.join(" / ", notes),
                bars,
                StudyResults.relative(study, onHardDisks)));
      }
    }
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BarPlot(
                "Throughput of a load, relative to "
                    + StudyFigures.name(base)
                    + " on hard disks alone",
                StudyFigures.SIDES.stream().map(StudyFigures::name).toList(),
                "the study (2016), relative to its hard disks",
                "below each case: operations a second, Apache / this project",
                groups));
  }
}
