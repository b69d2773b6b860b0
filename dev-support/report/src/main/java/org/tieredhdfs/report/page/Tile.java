package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.report.Side;

/**
 * A figure that stands out on the page: the rate of a case.
 *
 * @param label the case
 * @param value its rate
 * @param note how it compares with stock, or its errors; may be empty
 */
record Tile(String label, String value, String note) {

  private static final int MAX_TILES = 6;

  static List<Tile> of(CaseMetrics figures) {
    List<Tile> tiles = new ArrayList<>();
    for (String caseName : figures.caseNames()) {
      figures.metrics(caseName).stream()
          .filter(metric -> metric.endsWith("PerSec"))
          .findFirst()
          .flatMap(metric -> of(figures, caseName, metric))
          .ifPresent(tiles::add);
    }
    return tiles.size() > MAX_TILES ? tiles.subList(0, MAX_TILES) : tiles;
  }

  private static Optional<Tile> of(CaseMetrics figures, String caseName, String metric) {
    Sample ours = figures.sample(caseName, metric, Side.OURS);
    Sample stock = figures.sample(caseName, metric, Side.STOCK);
    Sample shown = ours == null ? stock : ours;
    if (shown == null) {
      return Optional.empty();
    }
    String note =
        ours == null || stock == null || stock.median() == 0
            ? errors(figures, caseName)
            : String.format(Locale.ROOT, "%.2f × stock", ours.median() / stock.median());
    return Optional.of(new Tile(caseName, MetricUnit.of(metric).write(shown.median()), note));
  }

  private static String errors(CaseMetrics figures, String caseName) {
    double errors = 0;
    boolean counted = false;
    for (Side side : figures.sides()) {
      Sample sample = figures.sample(caseName, "errors", side);
      if (sample != null) {
        errors += sample.max();
        counted = true;
      }
    }
    return counted ? MetricUnit.number(errors) + (errors == 1 ? " error" : " errors") : "";
  }
}
