package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.DaemonCpuTimes;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Generates, sorts and validates on one cluster, and measures it. Used by one thread. */
final class TeraRun {
  private static final Path FOLDER = new Path("/tera");
  private static final Path GENERATED = new Path(FOLDER, "generated");
  private static final Path SORTED = new Path(FOLDER, "sorted");
  private static final Path VALIDATED = new Path(FOLDER, "validated");
  private static final double NS_PER_SEC = 1e9;

  private final TeraCluster cluster;
  private final TeraScale scale;

  TeraRun(TeraCluster cluster, TeraScale scale) {
    this.cluster = cluster;
    this.scale = scale;
  }

  /**
   * Runs the three jobs one after the other.
   *
   * @throws IOException if one fails, or what is sorted is not what was generated
   */
  RunRecord.Outcome run(TeraCase one, Side side, int repeat)
      throws IOException, InterruptedException {
    cluster.fs().delete(FOLDER, true);
    CpuTimes machineBefore = CpuTimes.now();
    long daemonsBeforeNs = DaemonCpuTimes.nanos(cluster.view());
    DiskStats disksBefore = DiskStats.now();
    Map<String, Map<String, Double>> phases = new LinkedHashMap<>();
    phases.put("generate", ask(request("generate", one).with("out", GENERATED)));
    PageCache.drop(cluster.view().record().volumes());
    phases.put("sort", ask(request("sort", one).with("in", GENERATED).with("out", SORTED)));
    PageCache.drop(cluster.view().record().volumes());
    phases.put("validate", ask(request("validate", one).with("in", SORTED).with("out", VALIDATED)));
    DiskStats disksAfter = DiskStats.now();
    long daemonsAfterNs = DaemonCpuTimes.nanos(cluster.view());
    Map<String, Double> metrics = new LinkedHashMap<>(TeraMetrics.of(phases));
    metrics.putAll(placement());
    metrics.put("hdfsCpuSec", (daemonsAfterNs - daemonsBeforeNs) / NS_PER_SEC);
    metrics.put("stolenPercent", CpuTimes.now().stolenPercentSince(machineBefore));
    metrics.putAll(cluster.devices().metrics(disksBefore, disksAfter));
    return new RunRecord.Outcome(
        new BenchmarkCase(one.name(), side, repeat, metrics),
        cluster.devices().loads(disksBefore, disksAfter));
  }

  private Map<String, Double> ask(Request request) throws IOException, InterruptedException {
    return cluster.client().ask(request);
  }

  private Request request(String what, TeraCase one) {
    return Request.of(what)
        .with("rows", scale.rows())
        .with("maps", scale.maps())
        .with("reduces", scale.reduces())
        .with("replication", one.replication());
  }

  private Map<String, Double> placement() throws IOException {
    int workers = cluster.hosts().workers();
    TeraPlacement generated = TeraPlacement.of(cluster.fs(), GENERATED);
    TeraPlacement sorted = TeraPlacement.of(cluster.fs(), SORTED);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("generatedMaxOverMean", generated.maxOverMean(workers));
    metrics.put("sortedMaxOverMean", sorted.maxOverMean(workers));
    metrics.put(
        "sharedHostBlocks",
        (double)
            (generated.blocksWithSharedHost(cluster.hosts())
                + sorted.blocksWithSharedHost(cluster.hosts())));
    return metrics;
  }
}
