package org.tieredhdfs.ycsb.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/** Puts results of YCSB runs into reports. */
public final class YcsbCases {

  private static final String OPS_PER_SEC = "opsPerSec";

  private YcsbCases() {}

  /** The case that {@code result} is, with its throughput over time. */
  public static BenchmarkCase of(YcsbResult result, String name, Side side, int repeat) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(OPS_PER_SEC, result.opsPerSec());
    metrics.put("runTimeMs", result.runTimeMs());
    metrics.put("errors", (double) result.errors());
    for (OperationResult operation : result.operations()) {
      String prefix = operation.name();
      metrics.put(prefix + "Ops", (double) operation.count());
      metrics.put(prefix + "P50Us", operation.p50Us());
      metrics.put(prefix + "P95Us", operation.p95Us());
      metrics.put(prefix + "P99Us", operation.p99Us());
      metrics.put(prefix + "MaxUs", operation.maxUs());
    }
    List<ThroughputPoint> points = result.throughput();
    Series throughput =
        new Series(
            OPS_PER_SEC,
            points.stream().map(ThroughputPoint::elapsedMs).toList(),
            points.stream().map(ThroughputPoint::opsPerSec).toList());
    return new BenchmarkCase(name, side, repeat, metrics, List.of(throughput));
  }
}
