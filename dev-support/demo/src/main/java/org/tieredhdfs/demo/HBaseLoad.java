package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.ThroughputPoint;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbException;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbResult;
import org.tieredhdfs.ycsb.run.YcsbRun;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/** Loads a table of a running cluster with YCSB, runs the mix, and reads where its files lie. */
public final class HBaseLoad {
  private static final String TABLE = "usertable";
  private static final String FAMILY = "f";

  private final ClusterView cluster;
  private final LoadPlan plan;
  private final Progress progress;

  /**
   * The result of a load.
   *
   * @param cases the phases {@code load} and {@code mix}
   * @param errors operations that failed or were never tried, in all
   * @param firstFailure what the client said first of a failure; empty if nothing
   * @param stored bytes by kind of file and storage type, in the end
   */
  record Outcome(
      List<BenchmarkCase> cases, long errors, String firstFailure, List<StoredBytes> stored) {}

  public HBaseLoad(ClusterView cluster, LoadPlan plan, Progress progress) {
    this.cluster = cluster;
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Runs it all; the table must not be there yet, since YCSB would load the same rows again.
   *
   * @throws ClusterException if the client gave no result, or HBase did not come to rest
   */
  Outcome run() throws IOException, ClusterException, InterruptedException {
    return run(reader -> List.of());
  }

  /** What has to come to rest after the load and before it is read where files lie. */
  interface Rest {
    /** Waits for it; what there is to report of it. */
    List<BenchmarkCase> await(PlacementReader reader) throws IOException, InterruptedException;
  }

  Outcome run(Rest rest) throws IOException, ClusterException, InterruptedException {
    TableName table = TableName.valueOf(TABLE);
    long startMs = System.currentTimeMillis();
    try (Connection connection = ConnectionFactory.createConnection(cluster.hbaseConf());
        Admin admin = connection.getAdmin();
        FileSystem fs = FileSystem.newInstance(cluster.hdfsConf())) {
      if (!new TableSetup(connection)
          .createIfAbsent(TableLayout.smallFirst(TABLE, FAMILY, plan.regions()))) {
        throw new ClusterException("the table " + TABLE + " is there already; drop it first");
      }
      progress.done("hbase        created " + TABLE + " with " + plan.regions() + " regions");
      HBaseMaintenance maintenance = new HBaseMaintenance(admin, fs, table, progress);
      YcsbResult load = ycsb("load", YcsbPhase.LOAD, WorkloadProfile.LOAD);
      maintenance.flush();
      maintenance.compact();
      YcsbResult mix = ycsb("mix", YcsbPhase.RUN, WorkloadProfile.MIX);
      // no compaction: these files stay as the flush wrote them
      maintenance.flush();
      maintenance.rollLogs();
      PlacementReader reader = new PlacementReader(fs, cluster.hbaseConf(), startMs);
      List<BenchmarkCase> cases = new ArrayList<>();
      cases.add(toCase("load", load));
      cases.add(toCase("mix", mix));
      cases.addAll(rest.await(reader));
      String failure = load.firstFailure().or(mix::firstFailure).orElse("");
      return new Outcome(cases, load.errors() + mix.errors(), failure, reader.read());
    }
  }

  private YcsbResult ycsb(String label, YcsbPhase phase, WorkloadProfile profile)
      throws ClusterException, InterruptedException {
    YcsbSettings settings =
        YcsbSettings.of(label, phase, profile, plan.out())
            .withClassPath(cluster.dirs().conf(), System.getProperty("java.class.path"))
            .withProperty("table", TABLE)
            .withProperty("columnfamily", FAMILY)
            .withRecords(plan.records())
            .withOperations(plan.operations())
            .withThreads(plan.threads());
    YcsbResult result = run(settings);
    progress.done(
        String.format(
            "%-12s %,.0f operations/s, %d errors", label, result.opsPerSec(), result.errors()));
    return result;
  }

  private YcsbResult run(YcsbSettings settings) throws ClusterException, InterruptedException {
    try (LoadProgress bar = LoadProgress.of(settings.label(), progress)) {
      return new YcsbRun(settings, bar::show).run();
    } catch (YcsbException e) {
      throw new ClusterException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  private BenchmarkCase toCase(String name, YcsbResult result) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("opsPerSec", result.opsPerSec());
    metrics.put("errors", (double) result.errors());
    result
        .operations()
        .forEach(
            operation -> {
              metrics.put(operation.name() + "P50Us", operation.p50Us());
              metrics.put(operation.name() + "P95Us", operation.p95Us());
              metrics.put(operation.name() + "P99Us", operation.p99Us());
            });
    List<Long> elapsedMs = new ArrayList<>();
    List<Double> opsPerSec = new ArrayList<>();
    for (ThroughputPoint point : result.throughput()) {
      elapsedMs.add(point.elapsedMs());
      opsPerSec.add(point.opsPerSec());
    }
    Side side = cluster.record().stock() ? Side.STOCK : Side.OURS;
    return new BenchmarkCase(
        name, side, 1, metrics, List.of(new Series("opsPerSec", elapsedMs, opsPerSec)));
  }
}
