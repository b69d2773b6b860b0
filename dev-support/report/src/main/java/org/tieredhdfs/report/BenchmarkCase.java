package org.tieredhdfs.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of one case.
 *
 * @param name the case; the same on both sides and in all repeats
 * @param side whose code was measured
 * @param repeat the number of this measurement of the case on this side, from 1
 * @param metrics what was measured; names end with their unit: {@code opsPerSec}, {@code
 *     readP99Us}, {@code movedBytes}
 * @param series metrics over time; may be empty
 * @param commit of the sources that were measured; null where the whole report is of one build
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BenchmarkCase(
    String name,
    Side side,
    int repeat,
    @JsonInclude(JsonInclude.Include.ALWAYS) Map<String, Double> metrics,
    List<Series> series,
    @Nullable String commit) {

  public BenchmarkCase {
    Names.check("case name", name);
    if (side == null) {
      throw new IllegalArgumentException("case " + name + ": side is missing");
    }
    if (repeat < 1) {
      throw new IllegalArgumentException(
          "case " + name + ": repeat: '" + repeat + "' is not allowed; it counts from 1");
    }
    metrics = metrics == null ? Map.of() : new LinkedHashMap<>(metrics);
    metrics.forEach(
        (metric, value) -> {
          Names.checkMetric(metric);
          Names.checkFinite(metric, value);
        });
    metrics = Collections.unmodifiableMap(metrics);
    series = series == null ? List.of() : List.copyOf(series);
  }

  public BenchmarkCase(
      String name, Side side, int repeat, Map<String, Double> metrics, List<Series> series) {
    this(name, side, repeat, metrics, series, null);
  }

  public BenchmarkCase(String name, Side side, int repeat, Map<String, Double> metrics) {
    this(name, side, repeat, metrics, List.of());
  }

  /** The same, measured of this commit. */
  public BenchmarkCase withCommit(String of) {
    return new BenchmarkCase(name, side, repeat, metrics, series, of);
  }
}
