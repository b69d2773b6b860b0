package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.report.Side;

/** The latency percentiles of each operation of each case, as bars on a logarithmic scale. */
final class LatencyBars {

  /** {@code readP99Us}, or {@code p99Us} where there is one operation only. */
  private static final Pattern PERCENTILE = Pattern.compile("(?:(.*)P|p)(\\d{2,3})(Ns|Us|Ms)");

  private static final Map<String, Double> IN_US = Map.of("Ns", 0.001, "Us", 1.0, "Ms", 1000.0);

  private record Latency(String operation, String percentile, double us) {}

  private LatencyBars() {}

  static boolean isPercentile(String metric) {
    return PERCENTILE.matcher(metric).matches();
  }

  /** Of the only side of a report; empty if it has no percentiles. */
  static Optional<BarChart> of(CaseMetrics figures, Side side) {
    List<Latency> latencies = new ArrayList<>();
    for (String caseName : figures.caseNames()) {
      for (String metric : figures.metrics(caseName)) {
        Matcher matcher = PERCENTILE.matcher(metric);
        Sample sample = figures.sample(caseName, metric, side);
        // 0 is nowhere on a logarithmic scale
        if (matcher.matches() && sample != null && sample.median() > 0) {
          String operation = matcher.group(1) == null ? "" : " " + matcher.group(1);
          latencies.add(
              new Latency(
                  caseName + operation,
                  "p" + matcher.group(2),
                  sample.median() * IN_US.getOrDefault(matcher.group(3), 1.0)));
        }
      }
    }
    if (latencies.isEmpty()) {
      return Optional.empty();
    }
    // bars begin at the decade below all of them
    double least = latencies.stream().mapToDouble(Latency::us).min().orElse(1);
    double most = latencies.stream().mapToDouble(Latency::us).max().orElse(1);
    double floor = Math.floor(Math.log10(least) - 0.05);
    List<String> percentiles =
        latencies.stream().map(Latency::percentile).distinct().sorted().toList();
    List<BarChart.Row> rows = new ArrayList<>();
    String before = "";
    for (Latency one : latencies) {
      String color = BarChart.color(percentiles.indexOf(one.percentile()));
      String width = BarChart.percent(Math.log10(one.us()) - floor, Math.log10(most) - floor);
      rows.add(
          new BarChart.Row(
              one.operation().equals(before) ? "" : one.operation(),
              List.of(new BarChart.Part(color, width)),
              Optional.empty(),
              MetricUnit.number(one.us()) + " µs"));
      before = one.operation();
    }
    return Optional.of(
        new BarChart(
            "Latency percentiles",
            "On a logarithmic scale.",
            rows,
            percentiles.stream()
                .map(
                    one ->
                        new BarChart.LegendItem(
                            one, BarChart.color(percentiles.indexOf(one)), false))
                .toList()));
  }
}
