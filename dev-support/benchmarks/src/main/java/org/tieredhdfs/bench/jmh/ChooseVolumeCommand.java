package org.tieredhdfs.bench.jmh;

import picocli.CommandLine.Command;

/** Runs {@link ChooseVolumeBenchmark}. */
@Command(
    name = "choose-volume",
    description =
        "Measures with JMH the cost of choosing a volume, with this project's"
            + " policies and Hadoop's; takes about 7 minutes.")
public final class ChooseVolumeCommand extends ThreadCountsCommand {
  /** Made by the command line. */
  public ChooseVolumeCommand() {
    super(
        ChooseVolumeBenchmark.class,
        "choose-volume.tsv",
        new JmhTable("nanosPerChoice", "policy", "volumes", JmhTable.THREADS));
  }
}
