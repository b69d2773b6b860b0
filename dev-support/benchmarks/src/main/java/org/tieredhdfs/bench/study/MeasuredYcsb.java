package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.DaemonCpuTimes;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.demo.PlacementReader;
import org.tieredhdfs.linux.CompilerTimes;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.OperationResult;
import org.tieredhdfs.ycsb.run.ProgressListener;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbCases;
import org.tieredhdfs.ycsb.run.YcsbException;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbResult;
import org.tieredhdfs.ycsb.run.YcsbRun;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/**
 * Runs YCSB on one table of a cluster at a time, and measures what the cluster does meanwhile. Used
 * by one thread.
 */
final class MeasuredYcsb implements AutoCloseable {
  static final String FAMILY = "f";
  static final int LOAD_THREADS = 20;
  static final Duration LOAD_LIMIT = Duration.ofMinutes(60);

  /** Small enough that one write in a hundred waits for a buffer to be sent. */
  private static final int WRITE_BUFFER_BYTES = 48 << 10;

  private static final long SETTLE_LIMIT_SEC = 1_800;
  private static final long POLL_MS = 500;
  private static final double NS_PER_US = 1_000;

  /** Sends of buffers, each of which has operations that are counted. */
  private static final String FLUSH = "flush";

  private final StudyCluster cluster;
  private final Path out;
  private boolean keepsSamples;
  private final Progress progress;
  private final Connection connection;
  private @Nullable TableLayout table;

  /**
   * @param out folder of the report
   */
  MeasuredYcsb(StudyCluster cluster, Path out, Progress progress) throws IOException {
    this.cluster = cluster;
    this.out = out;
    this.progress = progress;
    connection = ConnectionFactory.createConnection(cluster.view().hbaseConf());
  }

  /** Makes a table in place of the one that there is. */
  void newTable(TableLayout layout) throws IOException {
    dropTable();
    new TableSetup(connection).createIfAbsent(layout);
    table = layout;
  }

  boolean hasTable() {
    return table != null;
  }

  void dropTable() throws IOException {
    TableLayout old = table;
    table = null;
    if (old != null) {
      new TableSetup(connection).drop(old.name());
    }
  }

  /** Flushes the table, waits until compactions have caught up, and empties the page cache. */
  void settle() throws IOException, ClusterException, InterruptedException {
    TableName name = TableName.valueOf(tableName());
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_LIMIT_SEC);
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
      while (admin.getCompactionState(name) != CompactionState.NONE) {
        if (System.nanoTime() - endNs > 0) {
          throw new ClusterException(
              name + " is still being compacted after " + SETTLE_LIMIT_SEC + " s");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    }
    PageCache.drop(cluster.view().record().volumes());
  }

  private String tableName() {
    return Objects.requireNonNull(table, "there is no table").name();
  }

  /**
   * Loads a new table, measures that, and drops it.
   *
   * @param name of the case
   * @param workload properties in place of the profile's
   * @throws ClusterException if the client gave no result, or an operation failed
   */
  Outcome load(
      String name, int repeat, long records, TableLayout layout, Map<String, String> workload)
      throws IOException, ClusterException, InterruptedException {
    long startMs = System.currentTimeMillis();
    newTable(layout);
    YcsbSettings settings =
        settings(layout.name(), YcsbPhase.LOAD, WorkloadProfile.LOAD, workload)
            .withRecords(records)
            .withThreads(LOAD_THREADS)
            .withTimeout(LOAD_LIMIT);
    waitsFor("the load of " + layout.name());
    Outcome outcome = measure(name, repeat, settings, startMs);
    dropTable();
    return outcome;
  }

  /** Samples of what is measured from now on are kept: it is no warm-up. */
  void keepSamples() {
    keepsSamples = true;
  }

  /** Tells people. */
  void waitsFor(String what) {
    progress.waitingFor(List.of(what + " on " + cluster.side().label()));
  }

  /**
   * The settings of a client of the table.
   *
   * @param label names the run in its files
   * @param workload properties in place of the profile's
   */
  YcsbSettings settings(
      String label, YcsbPhase phase, WorkloadProfile profile, Map<String, String> workload) {
    Path folder = out.resolve("ycsb");
    String sided = cluster.side().label() + "-" + label;
    YcsbSettings settings =
        YcsbSettings.of(sided, phase, profile, folder)
            .withClassPath(cluster.view().dirs().conf(), System.getProperty("java.class.path"))
            .withProperty("table", tableName())
            .withProperty("columnfamily", FAMILY)
            .withProperty("writebuffersize", Integer.toString(WRITE_BUFFER_BYTES))
            // all latencies, second by second, in files such as ours-1T_HDD-1-INSERT.hdr
            .withProperty("hdrhistogram.fileoutput", "true")
            .withProperty("hdrhistogram.output.path", folder.resolve(sided) + "-");
    for (Map.Entry<String, String> property : workload.entrySet()) {
      settings = settings.withProperty(property.getKey(), property.getValue());
    }
    return settings;
  }

  /**
   * Runs the client to its end without measuring.
   *
   * @throws ClusterException if it gave no result, or an operation failed
   */
  YcsbResult run(YcsbSettings settings) throws ClusterException, InterruptedException {
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
  Outcome measure(String name, int repeat, YcsbSettings settings, long sinceMs)
      throws IOException, ClusterException, InterruptedException {
    try (FileSystem fs = FileSystem.newInstance(cluster.view().hdfsConf());
        RegionServers servers = RegionServers.attach(cluster.regionServerPids())) {
      DiskStats disksBefore = DiskStats.now();
      long daemonsBeforeNs = DaemonCpuTimes.nanos(cluster.view());
      long compilersBeforeNs = compilersNs();
      YcsbResult result;
      LoadSampling.Samples samples;
      try (LoadSampling sampling =
          LoadSampling.start(
              servers::sample, cluster.dataNodeAddresses(), LoadSampling.INTERVAL_MS)) {
        result = run(settings);
        samples = sampling.finish();
      }
      long daemonsNs = DaemonCpuTimes.nanos(cluster.view()) - daemonsBeforeNs;
      long compilersNs = compilersNs() - compilersBeforeNs;
      DiskStats disksAfter = DiskStats.now();
      cluster.requireMover();
      BenchmarkCase ofYcsb = YcsbCases.of(result, name, cluster.side(), repeat);
      Map<String, Double> metrics = new LinkedHashMap<>(ofYcsb.metrics());
      metrics.put("steadyOpsPerSec", ClientThroughput.steadyOpsPerSec(result.throughput()));
      metrics.put("longestStallMs", (double) ClientThroughput.longestStallMs(result.throughput()));
      metrics.put("allDaemonsCpuPerOpUs", daemonsNs / NS_PER_US / operations(result));
      metrics.put("compilersCpuPerOpUs", compilersNs / NS_PER_US / operations(result));
      metrics.put("residentBytes", (double) cluster.view().status().residentBytes());
      metrics.putAll(samples.metrics());
      metrics.putAll(cluster.devices().metrics(disksBefore, disksAfter));
      metrics.putAll(
          stored(new PlacementReader(fs, cluster.view().hbaseConf(), sinceMs).placements()));
      if (keepsSamples) {
        new SamplesFile(out).add(name, cluster.side(), repeat, samples.moments());
      }
      return new Outcome(
          metrics, ofYcsb.series(), cluster.devices().loads(disksBefore, disksAfter), List.of());
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
        .mapToLong(OperationResult::count)
        .sum();
  }

  /** Bytes of all replicas by class of files and storage type: {@code walRamdiskBytes}. */
  private static Map<String, Double> stored(List<Placement> placements) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (Placement placement : placements) {
      String type = placement.storageType().replace("_", "").toLowerCase(Locale.ROOT);
      metrics.put(
          RowRatio.prefixed(placement.fileClass().label(), type) + "Bytes",
          (double) placement.bytes());
    }
    return metrics;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
