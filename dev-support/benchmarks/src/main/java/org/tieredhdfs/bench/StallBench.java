package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Measures how a hung volume affects the users of another volume of the same DataNode, on stock
 * Hadoop and on this project.
 */
public final class StallBench {
  private static final long WARM_UP_MS = 20_000;
  private static final long REST_LIMIT_MS = 60_000;
  private static final long POLL_MS = 200;
  private static final long WELL_MS = 2_500;

  private final BenchPlan plan;
  private final Progress progress;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public StallBench(BenchPlan plan, Progress progress) {
    plan.requireCases(StallCase.names());
    this.plan = plan;
    this.progress = progress;
  }

  /** The names of all cases. */
  public static List<String> caseNames() {
    return StallCase.names();
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if a cluster does not start or does not recover
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("stall");
    StallVerdict verdict = new StallVerdict();
    MediaPace pace =
        new BenchMedia(StallCluster.PROFILES, StallCluster.MEDIA_FACTOR)
            .measure(plan, report, progress);
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (Side side : plan.sides()) {
        run(pace, side, repeat, report, verdict);
      }
    }
    verdict.failures().forEach(report::failure);
    return report.build();
  }

  private void run(
      MediaPace pace, Side side, int repeat, ReportBuilder report, StallVerdict verdict)
      throws IOException, ClusterException, InterruptedException {
    try (StallCluster cluster = StallCluster.start(plan, pace, side, progress)) {
      warmUp(cluster);
      for (StallCase stallCase : StallCase.all()) {
        if (plan.includes(stallCase.name())) {
          measure(cluster, stallCase, side, repeat, report, verdict);
        }
      }
    }
  }

  /** Measures a case, again while the host takes the processors away. */
  private void measure(
      StallCluster cluster,
      StallCase stallCase,
      Side side,
      int repeat,
      ReportBuilder report,
      StallVerdict verdict)
      throws IOException, ClusterException, InterruptedException {
    String name = stallCase.name() + ", " + side.label() + ", repeat " + repeat;
    Takes<Take> takes = new Takes<>();
    while (takes.wantsAnother()) {
      progress.waitingFor(List.of(name));
      StallRun run =
          new StallRun(
              cluster,
              stallCase,
              plan.seconds() * 1_000L,
              stacks(cluster, stallCase, side, repeat));
      CpuTimes before = CpuTimes.now();
      BenchmarkCase measured = run.measure(side, repeat);
      double stolenPercent = CpuTimes.now().stolenPercentSince(before);
      progress.done(line(name, measured, stolenPercent));
      takes.add(new Take(measured, run.failures()), stolenPercent);
      rest(cluster);
    }
    Take best = takes.best();
    report.add(best.with(takes.stolenPercent(), takes.count()));
    verdict.add(best.measured(), best.failures());
    takes.leftOut().forEach(take -> verdict.addLeftOut(take.measured(), take.failures()));
  }

  /** What came of a case that was measured once. */
  private record Take(BenchmarkCase measured, List<String> failures) {

    BenchmarkCase with(double stolenPercent, int takes) {
      Map<String, Double> metrics = new LinkedHashMap<>(measured.metrics());
      metrics.put("stolenPercent", stolenPercent);
      metrics.put("takes", (double) takes);
      return new BenchmarkCase(
          measured.name(), measured.side(), measured.repeat(), metrics, measured.series());
    }
  }

  private StackPage stacks(StallCluster cluster, StallCase stallCase, Side side, int repeat) {
    String file =
        String.format(Locale.ROOT, "stacks-%s-%s-%d.txt", stallCase.name(), side.label(), repeat);
    return new StackPage(cluster.measured().http(), plan.out().resolve(file));
  }

  private static String line(String name, BenchmarkCase measured, double stolenPercent) {
    return String.format(
        Locale.ROOT,
        "%-44s write p99.9 %,.1f ms, max %,.1f ms, read max %,.1f ms, last contact %.1f s,"
            + " stolen %.1f %%",
        name,
        measured.metrics().get("fastWriteP999Ms"),
        measured.metrics().get("fastWriteMaxMs"),
        measured.metrics().get("fastReadMaxMs"),
        measured.metrics().get("lastContactMaxSec"),
        stolenPercent);
  }

  private void warmUp(StallCluster cluster)
      throws IOException, ClusterException, InterruptedException {
    progress.waitingFor(List.of("warm-up"));
    StallCase warm =
        new StallCase(
            "warm-up", StallCase.Fault.NONE, StallCase.CompanionKind.MOVER, StallCase.Load.USUAL);
    StackPage nowhere = new StackPage(cluster.measured().http(), plan.out().resolve("stacks.txt"));
    new StallRun(cluster, warm, WARM_UP_MS, nowhere).measure(Side.STOCK, 1);
    rest(cluster);
  }

  /** Removes what a case left, and waits until the cluster is as it was before. */
  private void rest(StallCluster cluster)
      throws IOException, ClusterException, InterruptedException {
    cluster.hdfs().fs().delete(StallCluster.ROOT, true);
    long endNs = System.nanoTime() + REST_LIMIT_MS * 1_000_000;
    while (!isWell(cluster)) {
      if (System.nanoTime() - endNs > 0) {
        throw new ClusterException(
            "the DataNode did not recover within " + REST_LIMIT_MS / 1_000 + " s");
      }
      progress.waitingFor(List.of("the cluster to be as it was"));
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    // The DataNode deletes after a heartbeat has delivered the orders.
    TimeUnit.MILLISECONDS.sleep(WELL_MS);
  }

  private static boolean isWell(StallCluster cluster) throws IOException {
    long sinceMs =
        LastContactMonitor.sinceMs(cluster.hdfs().fs(), cluster.measured().transferPort());
    return sinceMs >= 0 && sinceMs < WELL_MS && cluster.hdfs().pendingDeletions() == 0;
  }
}
