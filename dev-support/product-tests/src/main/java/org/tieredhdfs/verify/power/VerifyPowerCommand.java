package org.tieredhdfs.verify.power;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.BenchReport;
import org.tieredhdfs.verify.fixture.ResultLines;
import org.tieredhdfs.verify.fixture.TestedCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Cuts the power of one to three machines of HDFS again and again while files of known content are
 * written, appended to and moved, and looks whether all is there that was promised.
 *
 * <p>Every other batch of cuts is on DataNodes that sync whatever is closed.
 */
@Command(
    name = "verify-power",
    sortOptions = false,
    description = {
      "Verifies durability across power cuts: writes, appends and moves files of"
          + " known content on three DataNodes, each with an emulated SSD and disk, cuts"
          + " the power of one, two or all three at a random moment, restarts them, and"
          + " checks every byte that hflush, hsync or close had promised.",
      "An interrupted run continues: each cut is a line in the results file. Exit"
          + " code 1 if something promised is lost or something was read that was never"
          + " written. About 10 seconds a cut and 2 GB of memory; needs root."
    },
    footer = {
      "",
      "Examples:",
      "  dev-support/tiered verify-power --cuts 500",
      "  dev-support/tiered verify-power --cuts 100 --stock-dataset --out target/verify-power-stock",
      "  dev-support/tiered verify-power --cuts 1000 --kill-only --out target/verify-kill"
    })
public final class VerifyPowerCommand implements Callable<Integer> {
  /** Cuts on one cluster, before a new one is made. */
  private static final int BATCH = 20;

  private static final int MAX_CUTS = 100_000;
  private static final int MAX_WRITERS = 64;

  @Mixin ClusterOption cluster;

  @Option(
      names = "--cuts",
      paramLabel = "N",
      description = "in all, with those that the results file has; default: ${DEFAULT-VALUE}")
  private int cuts = 20;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "decides load and losses, as far as threads allow; default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--writers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  int writers = 6;

  @Option(
      names = "--stock-dataset",
      description = "DataNodes with Apache Hadoop's dataset instead of ours, to compare")
  boolean isStockDataset;

  @Option(
      names = "--kill-only",
      description =
          "ends the DataNodes' processes (kill -9) and leaves the power on: then all that hflush"
              + " promised has to be there, too. DataNodes start from an archive of their"
              + " classes, which is made once for each build in target/class-archives")
  boolean isKillOnly;

  @Mixin ReportOption report = new ReportOption("target/verify-power");

  private final ConsoleProgress progress = ConsoleProgress.onStandardError();

  @Override
  public Integer call() throws Exception {
    // The client's log is long for each cut and not needed: lost data is checked separately.
    System.setProperty("tieredhdfs.log.hdfs", "off");
    try {
      return BenchReport.finish(
          run(), report.folder(), "cuts", "files", "syncedBytes", "filesLost", "filesWrong");
    } finally {
      progress.clear();
    }
  }

  /**
   * Runs the rest of the cuts; the report is not ok if promised data were lost.
   *
   * @throws IllegalArgumentException with one sentence that names the option and the value
   * @throws ClusterException if there is nothing to report: daemons do not come up again
   */
  Report run() throws IOException, ClusterException, InterruptedException {
    OptionRange.require("--cuts", cuts, MAX_CUTS);
    OptionRange.require("--writers", writers, MAX_WRITERS);
    ResultLines<PowerResult> results =
        ResultLines.open(
            report.folder().resolve("cuts.jsonl"),
            PowerResult.class,
            PowerResult::dataset,
            subject());
    Optional<ClassArchive> classes = Optional.empty();
    if (isKillOnly && results.all().size() < cuts) {
      progress.waitingFor(List.of("an archive of the DataNodes' classes"));
      classes =
          TestedCluster.classes(isStockDataset ? "verify-power-stock" : "verify-power", spec(true));
    }
    while (results.all().size() < cuts) {
      batch(results, classes);
    }
    return report(results.all());
  }

  private void batch(ResultLines<PowerResult> results, Optional<ClassArchive> classes)
      throws IOException, ClusterException, InterruptedException {
    int first = results.all().size();
    boolean isSyncedOnClose = first / BATCH % 2 == 1;
    int end = Math.min(cuts, (first / BATCH + 1) * BATCH);
    ClusterSpec.Builder spec = spec(isSyncedOnClose).dataNodes(3);
    classes.ifPresent(archive -> spec.classArchive(Role.DATANODE, archive));
    try (TestedCluster cluster =
        TestedCluster.start(spec.build(), Map.of(), false, Progress.silent())) {
      for (int done = first; done < end; done++) {
        progress.waitingFor(List.of("cut " + (done + 1) + " of " + cuts));
        long own = new SplittableRandom(seed + done).nextLong();
        PowerResult result = new PowerRound(cluster, this, isSyncedOnClose, own).run(done + 1);
        results.add(result);
        tell(result);
      }
    }
  }

  private ClusterSpec.Builder spec(boolean isSyncedOnClose) throws IOException {
    return TestedCluster.onDevices(
            cluster.dir(),
            ClassPaths.built(ClusterOption.home()),
            VolumeLayout.parse("SSD=1,DISK=1"),
            !isStockDataset)
        .setting("dfs.datanode.synconclose", Boolean.toString(isSyncedOnClose));
  }

  /** What is tried, as the results name it. */
  String subject() {
    return (isStockDataset ? "stock" : "ours") + (isKillOnly ? ", killed" : "");
  }

  private void tell(PowerResult result) {
    progress.done(
        String.format(
            Locale.ROOT,
            "cut %d of %d: %s dark, %d files, %,d KB synced, %,d KB flushed, %,d KB gone and told,"
                + " %d lost, %d wrong, %.1f s",
            result.number(),
            cuts,
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
    ReportBuilder built = new ReportBuilder("verify-power");
    Side side = isStockDataset ? Side.STOCK : Side.OURS;
    for (boolean isSyncedOnClose : new boolean[] {false, true}) {
      List<PowerResult> some =
          results.stream().filter(one -> one.syncOnClose() == isSyncedOnClose).toList();
      if (!some.isEmpty()) {
        String name = isSyncedOnClose ? "sync-on-close" : "as-by-default";
        built.add(new BenchmarkCase(name, side, 1, metrics(some)));
      }
    }
    for (PowerResult result : results) {
      result.lost().forEach(what -> built.failure("cut " + result.number() + ": lost: " + what));
      result.wrong().forEach(what -> built.failure("cut " + result.number() + ": " + what));
    }
    if (!isKillOnly && results.stream().mapToLong(PowerResult::unflushedWrites).sum() == 0) {
      built.failure("no device lost a write, so that nothing is shown");
    }
    return built.build();
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
