package org.tieredhdfs.verify.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.verify.parity.ParityPair;
import org.tieredhdfs.verify.parity.ParityPlan;
import org.tieredhdfs.verify.parity.ParityVerification;
import org.tieredhdfs.verify.parity.Scenario;
import org.tieredhdfs.verify.parity.Stage;
import org.tieredhdfs.verify.parity.hbase.HBaseStage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares this project's daemons with Apache's under the same operations and faults. */
@Command(
    name = "verify-parity",
    sortOptions = false,
    description = {
      "Verifies that this project is never worse than Apache Hadoop and HBase under faults: plays"
          + " the same seeded schedule of operations and faults on Apache's daemons and on this"
          + " project's, and compares which bytes or rows each kept, which operations failed, the"
          + " longest one, and when all volumes or tables served again.",
      "An interrupted run continues: each seed is a line in rows.jsonl. Exit code 1 if one is"
          + " worse or could not be played. About 30 seconds a seed and 4 GB of memory, of HBase 6 GB;"
          + " needs root."
    },
    footer = {
      "",
      "Examples:",
      "  dev-support/tiered verify-parity --seeds 300",
      "  dev-support/tiered verify-parity --of hbase --seeds 200 --out target/verify-parity-hbase",
      "  dev-support/tiered verify-parity --scenario loss --out target/loss",
      "  dev-support/tiered verify-parity --replay 17 --out target/replay"
    })
public final class VerifyParityCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  /** What is compared. */
  enum Subject {
    HDFS,
    HBASE
  }

  @Option(
      names = "--of",
      paramLabel = "S",
      description =
          "HDFS, or HBase with the file mover's service beside Apache's HBase without it:"
              + " ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Subject subject = Subject.HDFS;

  @Option(names = "--seed", paramLabel = "N", description = "the first; default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "in all, with those that the file has; default: ${DEFAULT-VALUE}")
  private int seeds = 10;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description = "of each schedule, 1 or 2; default: ${DEFAULT-VALUE}")
  private int faults = 1;

  @Option(
      names = "--scenario",
      paramLabel = "S",
      description = "of HDFS: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Scenario scenario = Scenario.RANDOM;

  @Option(
      names = "--mb",
      paramLabel = "N",
      description = "of the large file of the refusal; default: ${DEFAULT-VALUE}")
  private int mb = 900;

  @Option(
      names = "--plays",
      paramLabel = "N",
      description =
          "on each side, at most, of a seed that looks worse; default: ${DEFAULT-VALUE}."
              + " With 1, only a broken promise is worse: all else may be due to other work of the"
              + " machine")
  private int plays = 4;

  @Option(names = "--replay", paramLabel = "N", description = "this seed alone")
  private @Nullable Long replay;

  @Option(names = "--print", description = "prints the schedule of the first seed, plays nothing")
  private boolean isPrint;

  @Option(
      names = "--out",
      paramLabel = "D",
      description = "folder of rows.jsonl; by default target/verify-parity in the repository")
  private Path out = ClusterOption.home().resolve("target/verify-parity");

  @Override
  public Integer call() throws Exception {
    Long only = replay;
    ParityPlan plan =
        new ParityPlan(
            only == null ? seed : only,
            only == null ? seeds : 1,
            faults,
            scenario,
            mb,
            out.resolve("rows.jsonl"));
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    ClassPaths classPaths = ClassPaths.built(ClusterOption.home());
    Path archives = ClusterOption.home().resolve("target/class-archives");
    Stage stage =
        subject == Subject.HDFS
            ? new ParityPair(plan, cluster.dir(), archives, classPaths, progress)
            : new HBaseStage(faults, cluster.dir(), classPaths, progress);
    if (isPrint) {
      stage.lines(plan.firstSeed()).forEach(System.out::println);
      return 0;
    }
    System.setProperty("tieredhdfs.log.hdfs", "off");
    try {
      long bad = new ParityVerification(plan, stage, plays, progress).run();
      progress.done(bad + " rows are worse or failed; see " + plan.rows());
      return bad == 0 ? 0 : 1;
    } finally {
      progress.clear();
    }
  }
}
