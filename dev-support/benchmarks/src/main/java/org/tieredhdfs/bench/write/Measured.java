package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.linux.ProcessCosts;

/**
 * One measurement: the client's figures, and the cost at both ends.
 *
 * @param told by the client: bytes, elapsedNs, and of operations ops, p50Ns and p99Ns
 * @param client cost of the client's process
 * @param dataNodes cost of the DataNodes' processes together
 * @param stolenPercent of the processors' time that the host of a virtual machine gave to others
 */
public record Measured(
    Map<String, Double> told, ProcessCosts client, ProcessCosts dataNodes, double stolenPercent) {
  private static final double NS_PER_SEC = 1e9;
  private static final double NS_PER_US = 1e3;
  private static final double BYTES_PER_GB = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  /** The measured operation. */
  public interface Work {
    Map<String, Double> run() throws IOException, InterruptedException;
  }

  /** Reads the cost of processes. */
  public interface Costs {
    ProcessCosts now() throws IOException;
  }

  public static Measured of(Work work, Costs client, Costs dataNodes)
      throws IOException, InterruptedException {
    CpuTimes before = CpuTimes.now();
    ProcessCosts clientBefore = client.now();
    ProcessCosts dataNodesBefore = dataNodes.now();
    Map<String, Double> told = work.run();
    ProcessCosts dataNodesAfter = dataNodes.now();
    ProcessCosts clientAfter = client.now();
    return new Measured(
        told,
        clientAfter.since(clientBefore),
        dataNodesAfter.since(dataNodesBefore),
        CpuTimes.now().stolenPercentSince(before));
  }

  /** As they stand in the report. */
  public Map<String, Double> metrics() {
    double bytes = told.getOrDefault("bytes", 0.0);
    double seconds = told.getOrDefault("elapsedNs", 0.0) / NS_PER_SEC;
    double ops = told.getOrDefault("ops", 0.0);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("mbPerSec", bytes / BYTES_PER_MB / seconds);
    if (ops > 0) {
      metrics.put("opsPerSec", ops / seconds);
      metrics.put("p50Us", told.getOrDefault("p50Ns", 0.0) / NS_PER_US);
      metrics.put("p99Us", told.getOrDefault("p99Ns", 0.0) / NS_PER_US);
      metrics.put("cpuPerOpUs", client.plus(dataNodes).cpuNs() / NS_PER_US / ops);
    }
    double gb = bytes / BYTES_PER_GB;
    metrics.put("cpuSecPerGb", client.plus(dataNodes).cpuNs() / NS_PER_SEC / gb);
    metrics.put("clientCpuSecPerGb", client.cpuNs() / NS_PER_SEC / gb);
    metrics.put("datanodeCpuSecPerGb", dataNodes.cpuNs() / NS_PER_SEC / gb);
    double mb = bytes / BYTES_PER_MB;
    metrics.put("ioCallsPerMb", client.plus(dataNodes).ioCalls() / mb);
    metrics.put("clientIoCallsPerMb", client.ioCalls() / mb);
    metrics.put("datanodeIoCallsPerMb", dataNodes.ioCalls() / mb);
    metrics.put("stolenPercent", stolenPercent);
    return metrics;
  }
}
