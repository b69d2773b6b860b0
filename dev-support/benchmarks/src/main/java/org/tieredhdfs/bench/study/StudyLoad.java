package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.hbase.DaemonCpuTimes;
import org.tieredhdfs.demo.PlacementReader;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.ProgressListener;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbCases;
import org.tieredhdfs.ycsb.run.YcsbException;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbResult;
import org.tieredhdfs.ycsb.run.YcsbRun;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/** One load of a new table of a cluster, and all that is measured of it. */
final class StudyLoad {
  private static final String FAMILY = "f";
  private static final int THREADS = 20;
  private static final Duration LIMIT = Duration.ofMinutes(15);

  /** Small enough that one write in a hundred waits for a buffer to be sent. */
  private static final int WRITE_BUFFER_BYTES = 48 << 10;

  private static final double NS_PER_US = 1_000;

  private final StudyCluster cluster;
  private final Path out;
  private final Progress progress;

  /**
   * What was measured.
   *
   * @param measured the row of the report
   * @param volumes what each volume had to do, by its name
   * @param moments RegionServer and machine over time
   */
  record Outcome(
      BenchmarkCase measured, Map<String, DiskLoad> volumes, List<LoadSampling.Moment> moments) {}

  StudyLoad(StudyCluster cluster, Path out, Progress progress) {
    this.cluster = cluster;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Loads and measures.
   *
   * @param name of the case
   * @throws ClusterException if the client gave no result, or an operation failed
   */
  Outcome run(String name, int repeat, long records, int regions)
      throws IOException, ClusterException, InterruptedException {
    String table = name + "-" + repeat;
    long startMs = System.currentTimeMillis();
    try (Connection connection = ConnectionFactory.createConnection(cluster.view().hbaseConf());
        Admin admin = connection.getAdmin();
        FileSystem fs = FileSystem.newInstance(cluster.view().hdfsConf());
        RegionServerJmx jmx = RegionServerJmx.attach(cluster.regionServerPid())) {
      new TableSetup(connection).createIfAbsent(TableLayout.of(table, FAMILY, regions));
      DiskStats disksBefore = DiskStats.now();
      DaemonCpuTimes cpuBefore = DaemonCpuTimes.of(cluster.view());
      CpuTimes machineBefore = CpuTimes.now();
      YcsbResult result;
      LoadSampling.Samples samples;
      try (LoadSampling sampling = LoadSampling.start(jmx::sample, cluster.dataNodeAddresses())) {
        result = ycsb(table, records);
        samples = sampling.finish();
      }
      CpuTimes machineAfter = CpuTimes.now();
      DaemonCpuTimes cpuAfter = DaemonCpuTimes.of(cluster.view());
      DiskStats disksAfter = DiskStats.now();
      cluster.requireMover();
      Map<String, Double> more = new LinkedHashMap<>();
      more.put("longestStallMs", (double) LongestStall.ms(result.throughput()));
      more.put("allDaemonsCpuPerOpUs", (cpuAfter.all() - cpuBefore.all()) / NS_PER_US / records);
      more.put("stolenPercent", machineAfter.stolenPercentSince(machineBefore));
      more.put("residentBytes", (double) cluster.view().status().residentBytes());
      more.putAll(samples.metrics());
      more.putAll(cluster.devices().metrics(disksBefore, disksAfter));
      more.putAll(
          stored(new PlacementReader(fs, cluster.view().hbaseConf(), startMs).placements()));
      admin.disableTable(TableName.valueOf(table));
      admin.deleteTable(TableName.valueOf(table));
      return new Outcome(
          row(YcsbCases.of(result, name, cluster.side(), repeat), more),
          cluster.devices().loads(disksBefore, disksAfter),
          samples.moments());
    }
  }

  private static BenchmarkCase row(BenchmarkCase ofYcsb, Map<String, Double> more) {
    Map<String, Double> metrics = new LinkedHashMap<>(ofYcsb.metrics());
    metrics.putAll(more);
    return new BenchmarkCase(
        ofYcsb.name(), ofYcsb.side(), ofYcsb.repeat(), metrics, ofYcsb.series());
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

  private YcsbResult ycsb(String table, long records)
      throws ClusterException, InterruptedException {
    String label = cluster.side().label() + "-" + table;
    YcsbSettings settings =
        YcsbSettings.of(label, YcsbPhase.LOAD, WorkloadProfile.LOAD, out.resolve("ycsb"))
            .withClassPath(cluster.view().dirs().conf(), System.getProperty("java.class.path"))
            .withProperty("table", table)
            .withProperty("columnfamily", FAMILY)
            .withProperty("writebuffersize", Integer.toString(WRITE_BUFFER_BYTES))
            // all latencies, second by second, in files such as ours-1T_HDD-1-INSERT.hdr
            .withProperty("hdrhistogram.fileoutput", "true")
            .withProperty("hdrhistogram.output.path", out.resolve("ycsb").resolve(label) + "-")
            .withRecords(records)
            .withThreads(THREADS)
            .withTimeout(LIMIT);
    try {
      progress.waitingFor(List.of("the load of " + table + " on " + cluster.side().label()));
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
}
