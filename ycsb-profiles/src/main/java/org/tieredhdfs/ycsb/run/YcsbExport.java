package org.tieredhdfs.ycsb.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.tieredhdfs.ycsb.binding.HBaseBinding;

/**
 * The result that a YCSB client exports: a list of metric, measurement and value.
 *
 * <p>YCSB keeps the latencies of failed operations apart, as {@code READ-FAILED} or, if told so, as
 * {@code READ-NOT_FOUND}; returns are counted per operation as {@code Return=OK} and so on.
 */
final class YcsbExport {

  /** Percentiles that the client has to be told to export; their latencies are in us. */
  static final String PERCENTILES = "50,95,99";

  private static final String RETURN = "Return=";
  private static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";
  private static final Set<String> OPERATIONS =
      Set.of("INSERT", "READ", "UPDATE", "SCAN", "DELETE");
  private static final Set<String> GOOD_RETURNS = Set.of("OK", "BATCHED_OK");

  private final Map<String, Map<String, Double>> metrics;

  private YcsbExport(Map<String, Map<String, Double>> metrics) {
    this.metrics = metrics;
  }

  /** Reads the file that {@code JSONArrayMeasurementsExporter} wrote. */
  static YcsbExport read(Path file) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    if (root == null || !root.isArray()) {
      throw new IOException("not a list of measurements: " + file);
    }
    Map<String, Map<String, Double>> metrics = new LinkedHashMap<>();
    for (JsonNode entry : root) {
      // YCSB writes the throughput of an empty period as NaN
      double value = entry.path("value").asDouble(0);
      metrics
          .computeIfAbsent(entry.path("metric").asText(), name -> new LinkedHashMap<>())
          .put(entry.path("measurement").asText(), Double.isFinite(value) ? value : 0);
    }
    return new YcsbExport(metrics);
  }

  double runTimeMs() {
    return value("OVERALL", "RunTime(ms)");
  }

  double opsPerSec() {
    return value("OVERALL", "Throughput(ops/sec)");
  }

  /** What was measured of each kind of operation that occurred, in the order of the names. */
  List<OperationResult> operations() {
    List<OperationResult> results = new ArrayList<>();
    for (String operation : OPERATIONS.stream().sorted().toList()) {
      long failed = failedReturns(operation);
      if (metrics.containsKey(operation) || failed > 0 || attempts(operation) > 0) {
        results.add(result(operation, operation.toLowerCase(Locale.ROOT), failed));
      }
    }
    if (metrics.containsKey(READ_MODIFY_WRITE)) {
      results.add(result(READ_MODIFY_WRITE, "readModifyWrite", 0));
    }
    if (metrics.containsKey(HBaseBinding.FLUSH)) {
      results.add(result(HBaseBinding.FLUSH, "flush", 0));
    }
    return results;
  }

  /** How many operations the workload made, those that failed included. */
  long attemptedOps() {
    long attempts = OPERATIONS.stream().mapToLong(this::attempts).sum();
    // each of those consists of a read and an update, which are counted, too
    return attempts - (long) value(READ_MODIFY_WRITE, "Operations");
  }

  private OperationResult result(String metric, String name, long failed) {
    return new OperationResult(
        name,
        (long) value(metric, "Operations"),
        failed,
        value(metric, "50thPercentileLatency(us)"),
        value(metric, "95thPercentileLatency(us)"),
        value(metric, "99thPercentileLatency(us)"),
        value(metric, "MaxLatency(us)"));
  }

  private long attempts(String operation) {
    return metrics.keySet().stream()
        .filter(metric -> metric.equals(operation) || metric.startsWith(operation + "-"))
        .filter(metric -> !metric.equals(READ_MODIFY_WRITE))
        .mapToLong(metric -> (long) value(metric, "Operations"))
        .sum();
  }

  private long failedReturns(String operation) {
    return metrics.getOrDefault(operation, Map.of()).entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(RETURN))
        .filter(entry -> !GOOD_RETURNS.contains(entry.getKey().substring(RETURN.length())))
        .mapToLong(entry -> entry.getValue().longValue())
        .sum();
  }

  private double value(String metric, String measurement) {
    return metrics.getOrDefault(metric, Map.of()).getOrDefault(measurement, 0.0);
  }
}
