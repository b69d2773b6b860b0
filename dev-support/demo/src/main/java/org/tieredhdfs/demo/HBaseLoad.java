package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import org.tieredhdfs.report.Side;
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

/** Loads a table of a running cluster with YCSB, runs the mix, and reads where its files lie. */
record HBaseLoad(ClusterView cluster, LoadPlan plan, Progress progress) {
  private static final String TABLE = "usertable";
  private static final String FAMILY = "f";
  private static final long LINE_INTERVAL_NS = 5_000_000_000L;
  private static final long ARCHIVE_POLL_MS = 500;
  private static final long ARCHIVE_LIMIT_NS = 120_000_000_000L;
  private static final int MB = 1_000_000;
  private static final double NS_PER_SEC = 1e9;

  /**
   * The result of a load.
   *
   * @param cases the phases {@code load} and {@code mix}, and {@code archiving} if it was awaited
   * @param firstFailure what the client said first of a failure; empty if nothing
   * @param stored bytes by kind of file and storage type, in the end
   */
  record Outcome(
      List<BenchmarkCase> cases, long errors, String firstFailure, List<StoredBytes> stored) {}

  /**
   * Runs it all; the table must not be there yet, since YCSB would load the same rows again.
   *
   * @param awaitsArchive whether a mover's service brings the archive's files to their place
   */
  Outcome run(boolean awaitsArchive) throws IOException, ClusterException, InterruptedException {
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
      Side side = cluster.record().stock() ? Side.STOCK : Side.OURS;
      List<BenchmarkCase> cases = new ArrayList<>();
      cases.add(YcsbCases.of(load, "load", side, 1));
      cases.add(YcsbCases.of(mix, "mix", side, 1));
      if (awaitsArchive) {
        cases.add(archiving(reader));
      }
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
    try {
      YcsbResult result = new YcsbRun(settings, linesOf(label)).run();
      progress.done(
          String.format(
              "%-12s %,.0f operations/s, %d errors", label, result.opsPerSec(), result.errors()));
      return result;
    } catch (YcsbException e) {
      throw new ClusterException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  /** A line every few seconds of how far a run is. */
  private ProgressListener linesOf(String label) {
    long[] nextNs = {System.nanoTime() + LINE_INTERVAL_NS};
    return (doneOps, totalOps, opsPerSec) -> {
      if (System.nanoTime() - nextNs[0] >= 0) {
        nextNs[0] = System.nanoTime() + LINE_INTERVAL_NS;
        progress.done(
            String.format(
                Locale.ROOT,
                "%-12s %,d of %,d operations, %,.0f/s",
                label,
                doneOps,
                totalOps,
                opsPerSec));
      }
    };
  }

  /**
   * Waits until all archived bytes lie where they belong; none was written there. What does not get
   * there in time is for the report to tell.
   */
  private BenchmarkCase archiving(PlacementReader reader) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    List<StoredBytes> archived = reader.readArchive();
    while (bytes(archived, false) > 0 && System.nanoTime() - startNs < ARCHIVE_LIMIT_NS) {
      progress.waitingFor(
          List.of(
              String.format(
                  "filemover, %,d MB of the archive to go", bytes(archived, false) / MB)));
      Thread.sleep(ARCHIVE_POLL_MS);
      archived = reader.readArchive();
    }
    long movedBytes = bytes(archived, true);
    double seconds = (System.nanoTime() - startNs) / NS_PER_SEC;
    progress.done(
        String.format(
            "%-12s %,d MB of archived files are on %s",
            "filemover", movedBytes / MB, DemoPolicies.ARCHIVE_TYPE));
    return new BenchmarkCase(
        "archiving", Side.OURS, 1, Map.of("movedBytes", (double) movedBytes, "seconds", seconds));
  }

  private static long bytes(List<StoredBytes> archived, boolean there) {
    return archived.stream()
        .filter(part -> part.storageType().equals(DemoPolicies.ARCHIVE_TYPE) == there)
        .mapToLong(StoredBytes::bytes)
        .sum();
  }
}
