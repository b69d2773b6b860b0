package org.tieredhdfs.rehearsal.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tieredhdfs.demo.cli.LoadOptions;
import org.tieredhdfs.demo.cli.LoadReport;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.rehearsal.Rehearsal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rehearses an installation and its removal. */
@Command(
    name = "rehearse",
    sortOptions = false,
    description = {
      "Rehearses upgrade and rollback: starts Apache Hadoop with two NameNodes and"
          + " HBase from installed distributions, upgrades machine by machine with this"
          + " project's distribution, uses RAMDISK and ARCHIVE volumes, runs the demo's"
          + " load, and goes back machine by machine, while clients with stock jars work.",
      "Exit code 1 if a step does not come out as it should, or one operation of a client fails."
          + " Needs root, for volumes in memory, and about 5 GB of memory."
    })
public final class RehearseCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(
      names = "--distribution",
      paramLabel = "D",
      required = true,
      description = "the unpacked archive of this project")
  private Path distribution = Path.of("");

  @Option(
      names = "--hadoop-home",
      paramLabel = "D",
      required = true,
      description = "a Hadoop laid out as in its binary distribution; it is not changed")
  private Path hadoop = Path.of("");

  @Option(
      names = "--hbase-home",
      paramLabel = "D",
      required = true,
      description = "an HBase laid out so")
  private Path hbase = Path.of("");

  @Option(
      names = "--block-tokens",
      description = "lets DataNodes ask for block tokens; by default they do not")
  private boolean hasBlockTokens;

  @Mixin LoadOptions load;
  @Mixin ReportOption report = new ReportOption("target/rehearsal");

  @Override
  public Integer call() throws Exception {
    Rehearsal.Plan plan =
        new Rehearsal.Plan(
            cluster.dir(),
            folder("--distribution", distribution, "bin/install"),
            folder("--hadoop-home", hadoop, "bin/hdfs"),
            folder("--hbase-home", hbase, "bin/hbase"),
            ClassPaths.built(ClusterOption.home()).stock(),
            load.plan(report.folder()),
            hasBlockTokens);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return LoadReport.finish(new Rehearsal(plan, progress).run(), report.folder());
    } finally {
      progress.clear();
    }
  }

  private static Path folder(String option, Path folder, String has) {
    if (!Files.isRegularFile(folder.resolve(has))) {
      throw new IllegalArgumentException(
          option + ": '" + folder + "' is not allowed; it has to be a folder with " + has);
    }
    return folder.toAbsolutePath().normalize();
  }
}
