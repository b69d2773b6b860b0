package org.tieredhdfs.bench.jmh;

import picocli.CommandLine.Command;

/** Runs {@link ChooseTargetBenchmark}. */
@Command(
    name = "choose-target",
    description =
        "Measures with JMH the cost of choosing a block's DataNodes, with this"
            + " project's policy and Hadoop's, on 636 and 5,000 DataNodes; takes about 3"
            + " minutes.")
public final class ChooseTargetCommand extends ThreadCountsCommand {
  /** Made by the command line. */
  public ChooseTargetCommand() {
    super(
        ChooseTargetBenchmark.class,
        "choose-target.tsv",
        new JmhTable("nanosPerChoice", "policy", "nodes", JmhTable.THREADS));
  }
}
