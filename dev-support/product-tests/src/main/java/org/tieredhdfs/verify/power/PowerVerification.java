package org.tieredhdfs.verify.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.verify.hdfs.EmulatedHdfs;
import org.tieredhdfs.verify.hdfs.ResultLines;

/**
 * Cuts the power of one to three machines of HDFS again and again while files of known content are
 * written, appended to and moved, and looks whether all is there that was promised.
 *
 * <p>Every other batch of cuts is on DataNodes that sync whatever is closed.
 */
public final class PowerVerification {
  /** Cuts on one cluster, before a new one is made. */
  private static final int BATCH = 20;

  private final PowerPlan plan;
  private final Path dir;
  private final Path archives;
  private final ClassPaths classPaths;
  private final Progress progress;

  /**
   * @param dir of its clusters
   * @param archives folder for the classes of DataNodes, which outlasts the clusters
   */
  public PowerVerification(
      PowerPlan plan, Path dir, Path archives, ClassPaths classPaths, Progress progress) {
    this.plan = plan;
    this.dir = dir;
    this.archives = archives;
    this.classPaths = classPaths;
    this.progress = progress;
  }

  /**
   * Runs the rest of the plan; the report is not ok if promised data were lost.
   *
   * @throws ClusterException if there is nothing to report: daemons do not come up again
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ResultLines<PowerResult> results =
        ResultLines.open(plan.results(), PowerResult.class, PowerResult::dataset, plan.subject());
    ClassArchive classes = null;
    while (results.all().size() < plan.cuts()) {
      if (plan.isKillOnly() && classes == null) {
        progress.waitingFor(List.of("an archive of the DataNodes' classes"));
        classes =
            EmulatedHdfs.classes(
                    archives,
                    plan.isStockDataset() ? "verify-power-stock" : "verify-power",
                    builder(true),
                    Progress.silent())
                .orElse(null);
      }
      batch(results, classes);
    }
    return report(results.all());
  }

  private void batch(ResultLines<PowerResult> results, @Nullable ClassArchive classes)
      throws IOException, ClusterException, InterruptedException {
    int first = results.all().size();
    boolean isSyncedOnClose = first / BATCH % 2 == 1;
    int end = Math.min(plan.cuts(), (first / BATCH + 1) * BATCH);
    ClusterSpec.Builder builder = builder(isSyncedOnClose);
    if (classes != null) {
      builder.classArchive(Role.DATANODE, classes);
    }
    try (EmulatedHdfs cluster =
        EmulatedHdfs.start(builder.dataNodes(3), Map.of(), Progress.silent())) {
      for (int done = first; done < end; done++) {
        progress.waitingFor(List.of("cut " + (done + 1) + " of " + plan.cuts()));
        long seed = new SplittableRandom(plan.seed() + done).nextLong();
        PowerResult result = new PowerRound(cluster, plan, isSyncedOnClose, seed).run(done + 1);
        results.add(result);
        tell(result);
      }
    }
  }

  private ClusterSpec.Builder builder(boolean isSyncedOnClose) {
    return EmulatedHdfs.builder(
            dir, classPaths, VolumeLayout.parse("SSD=1,DISK=1"), !plan.isStockDataset())
        .setting("dfs.datanode.synconclose", Boolean.toString(isSyncedOnClose));
  }

  private void tell(PowerResult result) {
    progress.done(
        String.format(
            Locale.ROOT,
            "cut %d of %d: %s dark, %d files, %,d KB synced, %,d KB flushed, %,d KB gone and told,"
                + " %d lost, %d wrong, %.1f s",
            result.number(),
            plan.cuts(),
            result.cut(),
            result.files(),
            result.syncedBytes() >> 10,
            result.flushedBytes() >> 10,
            result.toldBytes() >> 10,
            result.lost().size(),
            result.wrong().size(),
            result.tookMs() / 1e3));
    result.lost().forEach(progress::done);
    result.wrong().forEach(progress::done);
  }

  private Report report(List<PowerResult> results) {
    ReportBuilder report = new ReportBuilder("verify-power");
    Side side = plan.isStockDataset() ? Side.STOCK : Side.OURS;
    for (boolean isSyncedOnClose : new boolean[] {false, true}) {
      List<PowerResult> some =
          results.stream().filter(one -> one.syncOnClose() == isSyncedOnClose).toList();
      if (!some.isEmpty()) {
        String name = isSyncedOnClose ? "sync-on-close" : "as-by-default";
        report.add(new BenchmarkCase(name, side, 1, metrics(some)));
      }
    }
    for (PowerResult result : results) {
      result.lost().forEach(what -> report.failure("cut " + result.number() + ": lost: " + what));
      result.wrong().forEach(what -> report.failure("cut " + result.number() + ": " + what));
    }
    if (!plan.isKillOnly() && results.stream().mapToLong(PowerResult::unflushedWrites).sum() == 0) {
      report.failure("no device lost a write, so that nothing is shown");
    }
    return report.build();
  }

  private static Map<String, Double> metrics(List<PowerResult> results) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("cuts", (double) results.size());
    for (int machines = 1; machines <= 3; machines++) {
      int dark = machines;
      metrics.put(
          "cutsOf" + machines,
          (double) results.stream().filter(one -> one.cut().size() == dark).count());
    }
    metrics.put("files", sum(results, PowerResult::files));
    metrics.put("unflushedWrites", sum(results, PowerResult::unflushedWrites));
    metrics.put("syncedBytes", sum(results, PowerResult::syncedBytes));
    metrics.put("flushedBytes", sum(results, PowerResult::flushedBytes));
    metrics.put("toldBytes", sum(results, PowerResult::toldBytes));
    metrics.put("filesLost", sum(results, one -> one.lost().size()));
    metrics.put("filesWrong", sum(results, one -> one.wrong().size()));
    return metrics;
  }

  private interface Figure {
    long of(PowerResult result);
  }

  private static double sum(List<PowerResult> results, Figure figure) {
    return results.stream().mapToLong(figure::of).sum();
  }
}
