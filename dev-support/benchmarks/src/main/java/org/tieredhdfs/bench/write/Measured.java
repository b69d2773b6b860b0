package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.linux.ProcessCosts;

/**
 * One measurement: the client's figures, and the cost at both ends.
 *
 * @param told by the client: bytes, elapsedNs, and of operations ops, p50Ns and p99Ns
 * @param client cost of the client's process
 * @param dataNodes cost of the DataNodes' processes together
 */
public record Measured(Map<String, Double> told, ProcessCosts client, ProcessCosts dataNodes) {
  private static final double NS_PER_SEC = 1e9;
  private static final double NS_PER_US = 1e3;
  private static final double BYTES_PER_GB = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  /** Has a client do something. */
  public static Measured of(WorkerProcess client, Request request, List<Long> dataNodePids)
      throws IOException, InterruptedException {
    ProcessCosts clientBefore = ProcessCosts.of(client.pid());
    ProcessCosts dataNodesBefore = ProcessCosts.of(dataNodePids);
    Map<String, Double> told = client.ask(request);
    ProcessCosts dataNodesAfter = ProcessCosts.of(dataNodePids);
    ProcessCosts clientAfter = ProcessCosts.of(client.pid());
    return new Measured(
        told, clientAfter.since(clientBefore), dataNodesAfter.since(dataNodesBefore));
  }

  private double told(String figure) {
    return told.getOrDefault(figure, 0.0);
  }

  /** As they stand in the report. */
  public Map<String, Double> metrics() {
    double mb = told("bytes") / BYTES_PER_MB;
    double gb = told("bytes") / BYTES_PER_GB;
    double seconds = told("elapsedNs") / NS_PER_SEC;
    double ops = told("ops");
    ProcessCosts both = client.plus(dataNodes);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("mbPerSec", mb / seconds);
    if (ops > 0) {
      metrics.put("opsPerSec", ops / seconds);
      metrics.put("p50Us", told("p50Ns") / NS_PER_US);
      metrics.put("p99Us", told("p99Ns") / NS_PER_US);
      metrics.put("cpuPerOpUs", both.cpuNs() / NS_PER_US / ops);
    }
    metrics.put("cpuSecPerGb", both.cpuNs() / NS_PER_SEC / gb);
    metrics.put("clientCpuSecPerGb", client.cpuNs() / NS_PER_SEC / gb);
    metrics.put("datanodeCpuSecPerGb", dataNodes.cpuNs() / NS_PER_SEC / gb);
    metrics.put("ioCallsPerMb", both.ioCalls() / mb);
    metrics.put("clientIoCallsPerMb", client.ioCalls() / mb);
    metrics.put("datanodeIoCallsPerMb", dataNodes.ioCalls() / mb);
    return metrics;
  }
}
