package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
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
  private static final Map<Side, String> NAMES = names();

  private final List<BenchmarkCase> rows;

  StudyPlot(Report report) {
    rows = report.cases();
  }

  private static Map<Side, String> names() {
    Map<Side, String> names = new LinkedHashMap<>();
    names.put(Side.STOCK, "Apache Hadoop and HBase");
    names.put(Side.OURS, "this project");
    return names;
  }

  /** The plot; empty if there is no case on hard disks alone to compare with. */
  Optional<BarPlot> plot() {
    List<BarPlot.Group> groups = new ArrayList<>();
    for (StudyCase study : StudyCase.values()) {
      group(study).ifPresent(groups::add);
    }
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BarPlot(
                "Throughput of a load, relative to " + baseWords() + " on hard disks alone",
                List.copyOf(NAMES.values()),
                "the study (2016), relative to its hard disks",
                "below each case: operations a second, Apache / this project",
                groups));
  }

  private Optional<BarPlot.Group> group(StudyCase study) {
    double base = base(study);
    Map<String, BarPlot.Bar> bars = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    NAMES.forEach(
        (side, name) -> {
          List<Double> values = opsPerSec(study, side);
          notes.add(
              values.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.0f", Medians.of(values)));
          if (!values.isEmpty()) {
            bars.put(name, bar(values, base));
          }
        });
    return Double.isNaN(base) || bars.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BarPlot.Group(
                study.caseName(),
                String.join(" / ", notes),
                bars,
                StudyResults.relative(study, onHardDisks(study))));
  }

  private static BarPlot.Bar bar(List<Double> values, double base) {
    List<Double> sorted = values.stream().sorted().toList();
    return new BarPlot.Bar(
        Medians.of(values) / base, sorted.get(0) / base, sorted.get(sorted.size() - 1) / base);
  }

  /** The case with the same data on hard disks alone. */
  private static StudyCase onHardDisks(StudyCase study) {
    return study.records() == StudyCase.C50G_HDD.records() ? StudyCase.C50G_HDD : StudyCase.C1T_HDD;
  }

  private double base(StudyCase study) {
    return Medians.of(opsPerSec(onHardDisks(study), baseSide()));
  }

  /** Apache, unless only the other side has been measured on hard disks. */
  private Side baseSide() {
    boolean hasStock =
        !opsPerSec(StudyCase.C50G_HDD, Side.STOCK).isEmpty()
            || !opsPerSec(StudyCase.C1T_HDD, Side.STOCK).isEmpty();
    return hasStock ? Side.STOCK : Side.OURS;
  }

  private String baseWords() {
    return NAMES.getOrDefault(baseSide(), "");
  }

  private List<Double> opsPerSec(StudyCase study, Side side) {
    return rows.stream()
        .filter(row -> row.name().equals(study.caseName()) && row.side() == side)
        .map(row -> row.metrics().getOrDefault("opsPerSec", 0.0))
        .filter(value -> value > 0)
        .toList();
  }
}
