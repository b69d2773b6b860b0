package org.tieredhdfs.verify.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.text.BenchReport;
import org.tieredhdfs.verify.power.PowerPlan;
import org.tieredhdfs.verify.power.PowerVerification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks what HDFS keeps when machines lose power. */
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
  private int writers = 6;

  @Option(
      names = "--stock-dataset",
      description = "DataNodes with Apache Hadoop's dataset instead of ours, to compare")
  private boolean isStockDataset;

  @Option(
      names = "--kill-only",
      description =
          "ends the DataNodes' processes (kill -9) and leaves the power on: then all that hflush"
              + " promised has to be there, too. DataNodes start from an archive of their"
              + " classes, which is made once for each build in target/class-archives")
  private boolean isKillOnly;

  @Mixin ReportOption report = new ReportOption("target/verify-power");

  @Override
  public Integer call() throws Exception {
    Path results = report.folder().resolve("cuts.jsonl");
    PowerPlan plan = new PowerPlan(cuts, seed, writers, isStockDataset, isKillOnly, results);
    // The client's log is long for each cut and not needed: lost data is checked separately.
    System.setProperty("tieredhdfs.log.hdfs", "off");
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return BenchReport.finish(
          new PowerVerification(
                  plan,
                  cluster.dir(),
                  ClusterOption.home().resolve("target/class-archives"),
                  ClassPaths.built(ClusterOption.home()),
                  progress)
              .run(),
          report.folder(),
          "cuts",
          "files",
          "syncedBytes",
          "filesLost",
          "filesWrong");
    } finally {
      progress.clear();
    }
  }
}
