package org.tieredhdfs.bench.experiment;

import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.report.Series;

/**
 * What came of a measurement.
 *
 * @param metrics of the row
 * @param series of the row
 * @param volumes what each volume had to do, by its name
 * @param failures why operations failed
 */
public record Outcome(
    Map<String, Double> metrics,
    List<Series> series,
    Map<String, DiskLoad> volumes,
    List<String> failures) {
  /** With metrics alone. */
  public static Outcome of(Map<String, Double> metrics) {
    return of(metrics, Map.of());
  }

  /** With the load of volumes. */
  public static Outcome of(Map<String, Double> metrics, Map<String, DiskLoad> volumes) {
    return new Outcome(metrics, List.of(), volumes, List.of());
  }
}
