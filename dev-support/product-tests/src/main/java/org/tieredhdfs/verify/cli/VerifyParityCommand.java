package org.tieredhdfs.verify.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.verify.parity.HdfsStage;
import org.tieredhdfs.verify.parity.ParityPlan;
import org.tieredhdfs.verify.parity.ParityVerification;
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

  @Mixin ParityPlan plan;

  @Option(names = "--print", description = "prints the schedule of the first seed, plays nothing")
  private boolean isPrint;

  @Override
  public Integer call() throws Exception {
    plan.check();
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    ClassPaths classPaths = ClassPaths.built(ClusterOption.home());
    Stage<?> stage =
        subject == Subject.HDFS
            ? new HdfsStage(plan, cluster.dir(), classPaths, progress)
            : new HBaseStage(plan.faults(), cluster.dir(), classPaths, progress);
    if (isPrint) {
      stage.lines(plan.firstSeed()).forEach(System.out::println);
      return 0;
    }
    System.setProperty("tieredhdfs.log.hdfs", "off");
    try {
      long bad = new ParityVerification(plan, stage, progress).run();
      progress.done(bad + " rows are worse or failed; see " + plan.rows());
      return bad == 0 ? 0 : 1;
    } finally {
      progress.clear();
    }
  }
}
