package org.tieredhdfs.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/** What two reports of the same benchmark have in common, metric by metric. Immutable. */
public final class ReportComparison {
  private final Report older;
  private final Report newer;
  private final List<Change> changes;

  private record Key(String caseName, Side side, String metric) {}

  /**
   * @param metrics that are compared, all if empty
   * @throws IllegalArgumentException if the reports are of different benchmarks, or have no metric
   *     of a case and side in common
   */
  public ReportComparison(Report older, Report newer, List<String> metrics) {
    this.older = older;
    this.newer = newer;
    if (!older.name().equals(newer.name())) {
      throw new IllegalArgumentException(
          "OLD is a report of '"
              + older.name()
              + "', NEW of '"
              + newer.name()
              + "'; they have to be of the same benchmark");
    }
    Map<Key, List<Double>> before = values(older);
    Map<Key, List<Double>> after = values(newer);
    List<Change> common = new ArrayList<>();
    before.forEach(
        (key, values) -> {
          List<Double> now = after.get(key);
          if (now != null && (metrics.isEmpty() || metrics.contains(key.metric()))) {
            common.add(new Change(key.caseName(), key.side(), key.metric(), values, now));
          }
        });
    if (common.isEmpty()) {
      throw new IllegalArgumentException(
          "the reports have nothing to compare: OLD has the cases "
              + caseNames(older)
              + ", NEW has "
              + caseNames(newer)
              + "; at least one metric of a case on the same side has to be in both");
    }
    changes = List.copyOf(common);
  }

  private static Map<Key, List<Double>> values(Report report) {
    Map<Key, List<Double>> values = new LinkedHashMap<>();
    for (BenchmarkCase row : report.cases()) {
      row.metrics()
          .forEach(
              (metric, value) ->
                  values
                      .computeIfAbsent(
                          new Key(row.name(), row.side(), metric), key -> new ArrayList<>())
                      .add(value));
    }
    return values;
  }

  private static String caseNames(Report report) {
    List<String> names =
        report.cases().stream().map(row -> row.name() + " (" + row.side().label() + ")").toList();
    return names.isEmpty() ? "none" : String.join(", ", new TreeSet<>(names));
  }

  public String benchmark() {
    return newer.name();
  }

  /** In the order of the older report. */
  public List<Change> changes() {
    return changes;
  }

  /** In what the runs differ beside their figures: machine, versions, media, commits. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    difference(differences, "cores", report -> String.valueOf(report.machine().cores()));
    difference(differences, "memory", report -> (report.machine().memory() >> 20) + " MB");
    difference(differences, "kernel", report -> report.machine().kernel());
    TreeSet<String> software = new TreeSet<>(older.versions().keySet());
    software.addAll(newer.versions().keySet());
    for (String name : software) {
      difference(differences, name, report -> report.versions().getOrDefault(name, "unknown"));
    }
    difference(differences, "media", ReportComparison::media);
    difference(differences, "commits", ReportComparison::commits);
    return differences;
  }

  private void difference(List<String> differences, String name, Function<Report, String> fact) {
    String before = fact.apply(older);
    String after = fact.apply(newer);
    if (!before.equals(after)) {
      differences.add(name + ": " + before + " -> " + after);
    }
  }

  private static String media(Report report) {
    return String.join(
        ", ",
        report.media().stream()
            .map(one -> one.storageType() + " " + one.medium() + " / " + one.factor())
            .toList());
  }

  private static String commits(Report report) {
    TreeSet<String> commits = new TreeSet<>();
    for (BenchmarkCase row : report.cases()) {
      String commit = row.commit();
      if (commit != null) {
        commits.add(commit);
      }
    }
    return commits.isEmpty() ? "not recorded" : String.join(", ", commits);
  }
}
