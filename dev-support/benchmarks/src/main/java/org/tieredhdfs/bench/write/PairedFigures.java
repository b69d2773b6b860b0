package org.tieredhdfs.bench.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** The measurements so far, for each case on both sides, paired by number. */
final class PairedFigures {
  /** The metrics that are compared with stock. */
  static final List<String> COMPARED = List.of("mbPerSec", "cpuSecPerGb", "p50Us", "p99Us");

  private record Key(String caseName, Side side) {}

  private final Map<Key, Map<Integer, Map<String, Double>>> byPair = new LinkedHashMap<>();

  /** Takes one measurement. */
  void add(String caseName, Side side, int pair, Map<String, Double> metrics) {
    byPair
        .computeIfAbsent(new Key(caseName, side), key -> new LinkedHashMap<>())
        .put(pair, metrics);
  }

  /** The measurement as it stands in the report, with its ratios to stock in the same pair. */
  BenchmarkCase reported(String caseName, Side side, int pair) {
    Map<String, Double> metrics = new LinkedHashMap<>(metrics(caseName, side, pair));
    if (side != Side.STOCK) {
      for (String metric : COMPARED) {
        ratio(caseName, side, pair, metric)
            .ifPresent(ratio -> metrics.put(metric + "Ratio", ratio));
      }
    }
    return new BenchmarkCase(caseName, side, pair, metrics);
  }

  /** How the sides other than stock compare with it, where they do. */
  Optional<RatioInterval> ratio(String caseName, Side side, String metric) {
    List<Double> ratios = new ArrayList<>();
    for (int pair : pairs(caseName, side)) {
      ratio(caseName, side, pair, metric).ifPresent(ratios::add);
    }
    return ratios.isEmpty() || side == Side.STOCK
        ? Optional.empty()
        : Optional.of(RatioInterval.of(ratios));
  }

  private Optional<Double> ratio(String caseName, Side side, int pair, String metric) {
    Double ours = metrics(caseName, side, pair).get(metric);
    Double stock = metrics(caseName, Side.STOCK, pair).get(metric);
    return ours == null || stock == null || ours <= 0 || stock <= 0
        ? Optional.empty()
        : Optional.of(ours / stock);
  }

  /** What one measurement came to in a few words: its rate and what it cost. */
  String shortly(String caseName, Side side, int pair) {
    Map<String, Double> metrics = metrics(caseName, side, pair);
    Double p50Us = metrics.get("p50Us");
    return p50Us != null
        ? String.format(Locale.ROOT, "p50 %.0f us", p50Us)
        : String.format(
            Locale.ROOT,
            "%.0f MB/s %.2f s/GB",
            metrics.getOrDefault("mbPerSec", Double.NaN),
            metrics.getOrDefault("cpuSecPerGb", Double.NaN));
  }

  /** The median over the pairs; NaN if there is none. */
  double median(String caseName, Side side, String metric) {
    return Medians.of(
        pairs(caseName, side).stream()
            .map(pair -> metrics(caseName, side, pair).get(metric))
            .filter(value -> value != null)
            .toList());
  }

  List<String> caseNames() {
    return byPair.keySet().stream().map(Key::caseName).distinct().toList();
  }

  /** The sides of a case, in the order in which they are declared. */
  List<Side> sides(String caseName) {
    return byPair.keySet().stream()
        .filter(key -> key.caseName().equals(caseName))
        .map(Key::side)
        .sorted()
        .toList();
  }

  private Set<Integer> pairs(String caseName, Side side) {
    return byPair.getOrDefault(new Key(caseName, side), Map.of()).keySet();
  }

  private Map<String, Double> metrics(String caseName, Side side, int pair) {
    return byPair.getOrDefault(new Key(caseName, side), Map.of()).getOrDefault(pair, Map.of());
  }
}
