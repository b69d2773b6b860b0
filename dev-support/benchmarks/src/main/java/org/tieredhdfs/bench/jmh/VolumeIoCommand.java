package org.tieredhdfs.bench.jmh;

import picocli.CommandLine.Command;

/** Runs {@link VolumeIoBenchmark}. */
@Command(
    name = "volume-io",
    description =
        "Measures with JMH the cost of counting a packet's I/O at its volume,"
            + " compared with Hadoop's own file access; takes about a minute.")
public final class VolumeIoCommand extends ThreadCountsCommand {
  /** Made by the command line. */
  public VolumeIoCommand() {
    super(
        VolumeIoBenchmark.class,
        "volume-io.tsv",
        new JmhTable("nanosPerPacket", JmhTable.METHOD, "side", JmhTable.THREADS));
  }
}
