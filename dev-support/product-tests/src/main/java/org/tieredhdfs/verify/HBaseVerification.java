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
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.verify.fixture.KnownRows.Found;
import org.tieredhdfs.verify.fixture.RestartedMover;
import org.tieredhdfs.verify.fixture.TestedCluster;

/**
 * Shows that placed HBase loses no row: writes rows of known content into a cluster of real daemons
 * while RegionServers, DataNodes and the mover are killed and live files are moved, then looks for
 * every row, and for files that the mover should have moved.
 *
 * <p>A run in which nothing was killed, moved or written is a failed one.
 */
final class HBaseVerification {
  private static final int MAX_NAMED = 1_000;
  private static final int READ_ATTEMPTS = 10;
  private static final long PAUSE_MS = 3_000;

  private final VerifyHbaseCommand plan;
  private final Progress progress;

  HBaseVerification(VerifyHbaseCommand plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Runs all of it; the report is not ok if a row is lost or damaged, and names each.
   *
   * @throws ClusterException if there is nothing to report: daemons do not come up again
   */
  Report run(ClusterSpec spec) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("verify-hbase");
    try (TestedCluster cluster = TestedCluster.start(spec, Map.of(), true, progress)) {
      ClusterView view = cluster.view();
      Configuration conf = clientConf(view);
      RestartedMover mover = cluster.mover().orElseThrow();
      try (Connection connection = ConnectionFactory.createConnection(conf);
          TableChurn churn = new TableChurn(conf, plan.seed)) {
        KnownRowLoad load =
            new KnownRowLoad(plan, connection, 2 * spec.regionServers() + 1, progress);
        FaultPlan faults =
            new FaultPlan(
                new DaemonKiller(
                    cluster.control(),
                    plan.cutsPower ? view.media() : null,
                    progress,
                    new SplittableRandom(plan.seed),
                    plan.maxDownMs()),
                new PolicyFlipper(cluster.fs(), mover, plan.seed),
                churn,
                mover);
        rounds(load, faults, report);
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

  private void rounds(KnownRowLoad load, FaultPlan faults, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    Duration left = plan.length();
    Found found = new Found(0, 0, 0, List.of(), List.of());
    int round = 0;
    while (found.isGood() && left.compareTo(Duration.ZERO) > 0 && !load.isComplete()) {
      Duration length = left.compareTo(plan.round()) < 0 ? left : plan.round();
      left = left.minus(length);
      faults.around(plan, () -> load.run(length, () -> faults.isComplete(plan)));
      long startNs = System.nanoTime();
      found = verify(load);
      double tookSec = (System.nanoTime() - startNs) / 1e9;
      round++;
      Map<String, Double> metrics = metrics(found, load, faults);
      tell(metrics, tookSec);
      metrics.put("verifySec", tookSec);
      report.add(new BenchmarkCase("verify", Side.OURS, round, metrics));
    }
    judge(found, load, faults, report);
    if (found.isGood() && load.acked() > 0) {
      requireThatALossIsFound(load, report);
    }
  }

  /** A verification that cannot fail shows nothing: one row is deleted, and has to be missed. */
  private void requireThatALossIsFound(KnownRowLoad load, ReportBuilder report)
      throws IOException, InterruptedException {
    String row = "row " + load.deleteOne();
    List<String> lost = verify(load).lost();
    if (lost.size() == 1 && lost.get(0).startsWith(row + " ")) {
      progress.done(String.format("%-12s a row deleted on purpose is found missing", "verified"));
    } else {
      report.failure(row + " was deleted on purpose; found missing: " + lost);
    }
  }

  private Found verify(KnownRowLoad load) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      progress.waitingFor(List.of("the verification of " + load.acked() + " rows"));
      try {
        return load.check();
      } catch (IOException e) {
        // regions still recover
        if (attempt == READ_ATTEMPTS) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    }
  }

  private void tell(Map<String, Double> metrics, double tookSec) {
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
            "%-12s %,.0f rows acknowledged, %,.0f found, %,.0f lost, %,.0f damaged (%.1f s)",
            "verified",
            metrics.get("rowsAcknowledged"),
            metrics.get("rowsFound"),
            metrics.get("rowsLost"),
            metrics.get("rowsDamaged"),
            tookSec));
  }

  private static Map<String, Double> metrics(Found found, KnownRowLoad load, FaultPlan faults)
      throws IOException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("rowsAcknowledged", (double) load.acked());
    metrics.put("rowsFound", (double) found.found());
    metrics.put("rowsUnacknowledged", (double) found.unacked());
    metrics.put("rowsLost", (double) found.lost().size());
    metrics.put("rowsDamaged", (double) found.wrong().size());
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

  private void judge(Found found, KnownRowLoad load, FaultPlan faults, ReportBuilder report)
      throws IOException {
    found.lost().stream().limit(MAX_NAMED).forEach(report::failure);
    found.wrong().stream().limit(MAX_NAMED).forEach(report::failure);
    int unnamed =
        Math.max(0, found.lost().size() - MAX_NAMED)
            + Math.max(0, found.wrong().size() - MAX_NAMED);
    if (unnamed > 0) {
      report.failure(unnamed + " further rows are lost or damaged");
    }
    requireSome(load.acked(), "no row was acknowledged", report);
    requireSome(faults.killer().regionServerKills(), "no RegionServer was killed", report);
    requireSome(faults.killer().dataNodeKills(), "no DataNode was killed", report);
    requireSome(faults.churn().steps(), "no step of maintenance went well", report);
    if (!plan.moverKillPause().isZero()) {
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
