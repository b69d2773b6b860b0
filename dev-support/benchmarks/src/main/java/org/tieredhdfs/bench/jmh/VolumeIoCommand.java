package org.tieredhdfs.bench.jmh;

import picocli.CommandLine.Command;

/** Runs {@link VolumeIoBenchmark}. */
@Command(
    name = "volume-io",
    description =
        "Measures by JMH what it costs a packet to be counted at its volume, against Hadoop's own"
            + " way to a file; takes about a minute.")
public final class VolumeIoCommand extends ThreadCountsCommand {
  /** Made by the command line. */
  public VolumeIoCommand() {
    super(
        VolumeIoBenchmark.class,
        "volume-io.tsv",
        new JmhTable("nanosPerPacket", JmhTable.METHOD, "side", JmhTable.THREADS));
  }
}
