package org.tieredhdfs.verify;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Shows that placed HBase loses no row: writes linked lists into a cluster of real daemons while
 * RegionServers, DataNodes and the mover are killed and live files are moved, then looks for every
 * row, and for files that the mover should have moved.
 *
 * <p>A run in which nothing was killed, moved or written is a failed one.
 */
public final class HBaseVerification {
  private static final int MAX_NAMED = 1_000;
  private static final int READ_ATTEMPTS = 10;
  private static final long PAUSE_MS = 3_000;

  private final VerifyPlan plan;
  private final Progress progress;
  private final AckedRows acked = new AckedRows();

  public HBaseVerification(VerifyPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Runs all of it; the report is not ok if a row is lost or damaged, and names each.
   *
   * @throws ClusterException if there is nothing to report: daemons do not come up again
   */
  public Report run(ClusterSpec spec) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("verify-hbase");
    try (LocalCluster cluster = new LocalCluster(spec, progress)) {
      ClusterView view = cluster.startHdfs();
      cluster.startHbase();
      Configuration conf = clientConf(view);
      try (RestartedMover mover = new RestartedMover(view, progress);
          Connection connection = ConnectionFactory.createConnection(conf);
          FileSystem fs = FileSystem.newInstance(view.hdfsConf());
          TableChurn churn = new TableChurn(conf, plan.seed())) {
        ListTable table = new ListTable(connection);
        table.create(2 * spec.regionServers() + 1, VerifySettings.FLUSH_BYTES);
        SplittableRandom random = new SplittableRandom(plan.seed());
        DaemonControl control = cluster.control(Progress.silent());
        FaultPlan faults =
            new FaultPlan(
                new DaemonKiller(
                    control,
                    plan.cutsPower()
                        ? DataNodeFault.powerCut(control, view.media())
                        : DataNodeFault.kill(control),
                    progress,
                    random.split(),
                    Math.toIntExact(plan.maxDown().toMillis())),
                new PolicyFlipper(fs, mover, plan.seed()),
                churn,
                mover);
        rounds(table, faults, random, report);
        LostRequests.find(view.hdfsConf(), progress).stream()
            .limit(MAX_NAMED)
            .forEach(report::failure);
      }
    }
    return report.build();
  }

  /** A write that is not acknowledged within a minute is its writer's to repeat. */
  private static Configuration clientConf(ClusterView view) {
    Configuration conf = view.hbaseConf();
    conf.setInt("hbase.client.retries.number", 40);
    conf.setInt("hbase.rpc.timeout", 10_000);
    conf.setInt("hbase.client.operation.timeout", 60_000);
    return conf;
  }

  private void rounds(
      ListTable table, FaultPlan faults, SplittableRandom random, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    ListLoad load = new ListLoad(plan, table, acked, random, progress);
    Duration left = plan.length();
    Verdict verdict = new Verdict(0, 0, List.of(), List.of());
    int round = 0;
    while (verdict.isGood() && left.compareTo(Duration.ZERO) > 0 && !load.isComplete()) {
      Duration length = left.compareTo(plan.round()) < 0 ? left : plan.round();
      left = left.minus(length);
      faults.around(plan, () -> load.run(length, () -> faults.isComplete(plan)));
      long startNs = System.nanoTime();
      verdict = verify(table);
      double tookSec = (System.nanoTime() - startNs) / 1e9;
      round++;
      Map<String, Double> metrics = metrics(verdict, load, faults);
      tell(verdict, metrics, tookSec);
      metrics.put("verifySec", tookSec);
      report.add(new BenchmarkCase("verify", Side.OURS, round, metrics));
    }
    judge(verdict, faults, report);
    if (verdict.isGood() && acked.rows() > 0) {
      requireThatALossIsFound(table, report);
    }
  }

  /** A verification that cannot fail shows nothing: one row is deleted, and has to be missed. */
  private void requireThatALossIsFound(ListTable table, ReportBuilder report)
      throws IOException, InterruptedException {
    List<AckedRows.Batch> batches = acked.batches();
    ListRow row = batches.get(batches.size() / 2).rows().get(0);
    table.delete(row);
    List<String> lost = verify(table).lost();
    if (lost.size() == 1 && lost.get(0).contains(ListRow.name(row.id()))) {
      progress.done(String.format("%-12s a row deleted on purpose is found missing", "verified"));
    } else {
      report.failure(
          "row " + ListRow.name(row.id()) + " was deleted on purpose; found missing: " + lost);
    }
  }

  private Verdict verify(ListTable table) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      progress.waitingFor(List.of("the verification of " + acked.rows() + " rows"));
      try {
        return ListVerifier.verify(table, acked.batches());
      } catch (IOException e) {
        // regions still recover
        if (attempt == READ_ATTEMPTS) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    }
  }

  private void tell(Verdict verdict, Map<String, Double> metrics, double tookSec) {
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s RegionServers killed %.0f times, DataNodes %.0f times, the mover %.0f times,"
                + " %,.0f policies changed,"
                + " %,.0f replicas (%,.1f MB) moved",
            "trouble",
            metrics.get("regionServerKills"),
            metrics.get("dataNodeKills"),
            metrics.get("moverKills"),
            metrics.get("policyChanges"),
            metrics.get("replicasMoved"),
            metrics.getOrDefault("movedBytes", 0.0) / 1e6));
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s %,d rows acknowledged, %,d found, %,d lost, %,d damaged (%.1f s)",
            "verified",
            acked.rows(),
            verdict.found(),
            verdict.lost().size(),
            verdict.damaged().size(),
            tookSec));
  }

  private Map<String, Double> metrics(Verdict verdict, ListLoad load, FaultPlan faults)
      throws IOException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("rowsAcknowledged", (double) acked.rows());
    metrics.put("rowsFound", (double) verdict.found());
    metrics.put("rowsUnacknowledged", (double) verdict.unacked());
    metrics.put("rowsLost", (double) verdict.lost().size());
    metrics.put("rowsDamaged", (double) verdict.damaged().size());
    metrics.put("batchesRepeated", (double) load.failures());
    metrics.put("regionServerKills", (double) faults.killer().regionServerKills());
    metrics.put("dataNodeKills", (double) faults.killer().dataNodeKills());
    metrics.put("endedByThemselves", (double) faults.killer().endedByThemselves());
    metrics.put("maintenanceSteps", (double) faults.churn().steps());
    metrics.put("policyChanges", (double) faults.flipper().flips());
    metrics.put("moverKills", (double) faults.mover().kills());
    metrics.put("replicasMoved", (double) faults.mover().replicasMoved());
    metrics.put("movedBytes", (double) faults.mover().bytesMoved());
    return metrics;
  }

  private void judge(Verdict verdict, FaultPlan faults, ReportBuilder report) throws IOException {
    verdict.lost().stream().limit(MAX_NAMED).forEach(report::failure);
    verdict.damaged().stream().limit(MAX_NAMED).forEach(report::failure);
    int unnamed =
        Math.max(0, verdict.lost().size() - MAX_NAMED)
            + Math.max(0, verdict.damaged().size() - MAX_NAMED);
    if (unnamed > 0) {
      report.failure(unnamed + " further rows are lost or damaged");
    }
    requireSome(acked.rows(), "no row was acknowledged", report);
    requireSome(faults.killer().regionServerKills(), "no RegionServer was killed", report);
    requireSome(faults.killer().dataNodeKills(), "no DataNode was killed", report);
    requireSome(faults.churn().steps(), "no step of maintenance went well", report);
    if (plan.killsMover()) {
      requireSome(faults.mover().kills(), "the mover was not killed", report);
    }
    requireSome(faults.mover().replicasMoved(), "no replica was moved", report);
  }

  private static void requireSome(long count, String otherwise, ReportBuilder report) {
    if (count == 0) {
      report.failure(otherwise + ", so that nothing is shown; let it run longer");
    }
  }
}
