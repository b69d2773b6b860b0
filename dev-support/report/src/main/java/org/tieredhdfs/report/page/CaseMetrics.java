package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** The metrics of a report by case, metric and side, with repeats taken together. */
final class CaseMetrics {

  private record Key(String caseName, String metric, Side side) {}

  private final Map<String, Set<String>> metricsByCase = new LinkedHashMap<>();
  private final Map<Key, List<Double>> values = new LinkedHashMap<>();
  private final Set<Side> sides = EnumSet.noneOf(Side.class);

  CaseMetrics(List<BenchmarkCase> cases) {
    for (BenchmarkCase measured : cases) {
      sides.add(measured.side());
      Set<String> metrics =
          metricsByCase.computeIfAbsent(measured.name(), name -> new LinkedHashSet<>());
      measured
          .metrics()
          .forEach(
              (metric, value) -> {
                metrics.add(metric);
                values
                    .computeIfAbsent(
                        new Key(measured.name(), metric, measured.side()), k -> new ArrayList<>())
                    .add(value);
              });
    }
  }

  /** The cases in the order in which they stand in the report. */
  List<String> caseNames() {
    return List.copyOf(metricsByCase.keySet());
  }

  /** The metrics of a case in the order in which they stand in the report. */
  Set<String> metrics(String caseName) {
    return metricsByCase.getOrDefault(caseName, Set.of());
  }

  /** All metrics of all cases. */
  Set<String> metrics() {
    Set<String> all = new LinkedHashSet<>();
    metricsByCase.values().forEach(all::addAll);
    return all;
  }

  Set<Side> sides() {
    return sides;
  }

  boolean isTwoSided() {
    return sides.size() > 1;
  }

  /** What was measured; null if it was not. */
  @Nullable Sample sample(String caseName, String metric, Side side) {
    List<Double> measured = values.get(new Key(caseName, metric, side));
    return measured == null ? null : Sample.of(measured);
  }
}
