package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.bench.DaemonCpuTimes;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.demo.PlacementReader;
import org.tieredhdfs.linux.CompilerTimes;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.ycsb.run.ProgressListener;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbCases;
import org.tieredhdfs.ycsb.run.YcsbException;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbResult;
import org.tieredhdfs.ycsb.run.YcsbRun;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/**
 * Runs YCSB on a table of a cluster, and measures what the cluster does meanwhile. Used by one
 * thread.
 */
public final class MeasuredYcsb {
  public static final String FAMILY = "f";

  /** Small enough that one write in a hundred waits for a buffer to be sent. */
  private static final int WRITE_BUFFER_BYTES = 48 << 10;

  /** The client looks a table up that has just been made, on a machine that may be busy. */
  private static final int CONNECT_LIMIT_MS = 300_000;

  private static final double NS_PER_US = 1_000;

  /** Sends of buffers, each of which has operations that are counted. */
  private static final String FLUSH = "flush";

  private final StudyCluster cluster;
  private final Path out;

  /**
   * What was measured.
   *
   * @param measured the row of the report
   * @param volumes what each volume had to do, by its name
   * @param moments RegionServers and machine over time
   */
  public record Outcome(
      BenchmarkCase measured, Map<String, DiskLoad> volumes, List<LoadSampling.Moment> moments) {}

  /**
   * @param out folder of the report
   */
  public MeasuredYcsb(StudyCluster cluster, Path out) {
    this.cluster = cluster;
    this.out = out;
  }

  /**
   * The settings of a client of this cluster.
   *
   * @param label names the run in its files
   * @param table that it reads and writes
   */
  public YcsbSettings settings(
      String label, String table, YcsbPhase phase, WorkloadProfile profile) {
    Path folder = out.resolve("ycsb");
    String sided = cluster.side().label() + "-" + label;
    return YcsbSettings.of(sided, phase, profile, folder)
        .withClassPath(cluster.view().dirs().conf(), System.getProperty("java.class.path"))
        .withProperty("table", table)
        .withProperty("columnfamily", FAMILY)
        .withProperty("connecttimeoutms", Integer.toString(CONNECT_LIMIT_MS))
        .withProperty("writebuffersize", Integer.toString(WRITE_BUFFER_BYTES))
        // all latencies, second by second, in files such as ours-1T_HDD-1-INSERT.hdr
        .withProperty("hdrhistogram.fileoutput", "true")
        .withProperty("hdrhistogram.output.path", folder.resolve(sided) + "-");
  }

  /**
   * Runs the client to its end without measuring.
   *
   * @throws ClusterException if it gave no result, or an operation failed
   */
  public YcsbResult run(YcsbSettings settings) throws ClusterException, InterruptedException {
    try {
      YcsbResult result = new YcsbRun(settings, ProgressListener.NONE).run();
      if (result.errors() > 0) {
        throw new ClusterException(
            result.errors()
                + " operations failed, the first: "
                + result.firstFailure().orElse("the log does not say why"));
      }
      return result;
    } catch (YcsbException e) {
      throw new ClusterException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  /**
   * Runs the client to its end.
   *
   * @param name of the case
   * @param sinceMs files that were closed before, by the clock, are not counted
   * @throws ClusterException if it gave no result, or an operation failed
   */
  public Outcome measure(String name, int repeat, YcsbSettings settings, long sinceMs)
      throws IOException, ClusterException, InterruptedException {
    try (FileSystem fs = FileSystem.newInstance(cluster.view().hdfsConf());
        RegionServers servers = RegionServers.attach(cluster.regionServerPids())) {
      DiskStats disksBefore = DiskStats.now();
      long daemonsBeforeNs = DaemonCpuTimes.nanos(cluster.view());
      long compilersBeforeNs = compilersNs();
      CpuTimes machineBefore = CpuTimes.now();
      YcsbResult result;
      LoadSampling.Samples samples;
      try (LoadSampling sampling =
          LoadSampling.start(servers::sample, cluster.dataNodeAddresses())) {
        result = run(settings);
        samples = sampling.finish();
      }
      CpuTimes machineAfter = CpuTimes.now();
      long daemonsAfterNs = DaemonCpuTimes.nanos(cluster.view());
      long compilersAfterNs = compilersNs();
      DiskStats disksAfter = DiskStats.now();
      cluster.requireMover();
      BenchmarkCase ofYcsb = YcsbCases.of(result, name, cluster.side(), repeat);
      Map<String, Double> metrics = new LinkedHashMap<>(ofYcsb.metrics());
      metrics.put("steadyOpsPerSec", SteadyThroughput.opsPerSec(result.throughput()));
      metrics.put("longestStallMs", (double) LongestStall.ms(result.throughput()));
      metrics.put(
          "allDaemonsCpuPerOpUs",
          (daemonsAfterNs - daemonsBeforeNs) / NS_PER_US / operations(result));
      metrics.put(
          "compilersCpuPerOpUs",
          (compilersAfterNs - compilersBeforeNs) / NS_PER_US / operations(result));
      metrics.put("stolenPercent", machineAfter.stolenPercentSince(machineBefore));
      metrics.put("residentBytes", (double) cluster.view().status().residentBytes());
      metrics.putAll(samples.metrics());
      metrics.putAll(cluster.devices().metrics(disksBefore, disksAfter));
      metrics.putAll(
          stored(new PlacementReader(fs, cluster.view().hbaseConf(), sinceMs).placements()));
      return new Outcome(
          new BenchmarkCase(
              ofYcsb.name(), ofYcsb.side(), ofYcsb.repeat(), metrics, ofYcsb.series()),
          cluster.devices().loads(disksBefore, disksAfter),
          samples.moments());
    }
  }

  private long compilersNs() throws IOException {
    return CompilerTimes.nanos(
        cluster.view().status().daemons().stream().map(DaemonStatus::pid).toList());
  }

  /** The operations of a run that had one at least. */
  private static long operations(YcsbResult result) {
    return result.operations().stream()
        .filter(operation -> !operation.name().equals(FLUSH))
        .mapToLong(operation -> operation.count())
        .sum();
  }

  /** Bytes of all replicas by class of files and storage type: {@code walRamdiskBytes}. */
  static Map<String, Double> stored(List<Placement> placements) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (Placement placement : placements) {
      String type = placement.storageType().replace("_", "").toLowerCase(Locale.ROOT);
      metrics.put(
          placement.fileClass().label()
              + type.substring(0, 1).toUpperCase(Locale.ROOT)
              + type.substring(1)
              + "Bytes",
          (double) placement.bytes());
    }
    return metrics;
  }
}
