package org.tieredhdfs.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.tieredhdfs.bench.experiment.RatioInterval;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.TextTable;

/** What two reports of the same benchmark have in common, metric by metric. Immutable. */
public final class ReportComparison {
  private final Report older;
  private final Report newer;
  private final List<Change> changes;

  /** What a figure is of. */
  public record Key(String caseName, Side side, String metric) {}

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
          String.format(
              "OLD is a report of '%s', NEW of '%s'; they have to be of the same benchmark",
              older.name(), newer.name()));
    }
    Map<Key, List<Double>> before = values(older);
    Map<Key, List<Double>> after = values(newer);
    List<Change> common = new ArrayList<>();
    before.forEach(
        (key, values) -> {
          List<Double> now = after.get(key);
          if (now != null && (metrics.isEmpty() || metrics.contains(key.metric()))) {
            common.add(new Change(key, values, now));
          }
        });
    if (common.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              "the reports have nothing to compare: OLD has the cases %s, NEW has %s; at least one"
                  + " metric of a case on the same side has to be in both",
              caseNames(older), caseNames(newer)));
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

  /** In the order of the older report. */
  public List<Change> changes() {
    return changes;
  }

  /**
   * A row for each metric.
   *
   * @param onlyChanged leaves out what is the same, or cannot be told
   */
  public TextTable table(boolean onlyChanged) {
    TextTable table =
        new TextTable("CASE", "SIDE", "METRIC", "OLD", "NEW", "NEW/OLD", "95 % INTERVAL", "");
    for (Change change : changes) {
      Change.Verdict verdict = change.verdict();
      if (!onlyChanged || verdict.isChange()) {
        Optional<RatioInterval> ratio = change.ratio();
        table.add(
            change.of().caseName(),
            change.of().side().label(),
            change.of().metric(),
            change.oldText(),
            change.newText(),
            ratio.map(one -> number(one.ratio())).orElse("-"),
            ratio
                .filter(RatioInterval::hasBounds)
                .map(one -> number(one.lower95()) + " - " + number(one.upper95()))
                .orElse("-"),
            verdict.text());
      }
    }
    return table;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** How many metrics came out how. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%,d figures: %,d better, %,d worse, %,d changed, %,d within their intervals, %,d with too"
            + " few repeats to tell",
        changes.size(),
        count(Change.Verdict.BETTER),
        count(Change.Verdict.WORSE),
        count(Change.Verdict.CHANGED),
        count(Change.Verdict.SAME),
        count(Change.Verdict.UNKNOWN));
  }

  private long count(Change.Verdict verdict) {
    return changes.stream().filter(change -> change.verdict() == verdict).count();
  }

  /** What is worse, a sentence each. */
  public List<String> worse() {
    return changes.stream()
        .filter(change -> change.verdict() == Change.Verdict.WORSE)
        .map(Change::words)
        .toList();
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
    List<String> commits =
        report.cases().stream()
            .map(BenchmarkCase::commit)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    return commits.isEmpty() ? "not recorded" : String.join(", ", commits);
  }
}
