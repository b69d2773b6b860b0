package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.report.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives faults to the emulated volumes of a running cluster, and heals them. */
@Command(
    name = "media",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = CalibrateCommand.class,
    description = "Injects faults into volumes of a cluster started with --media emulated.",
    footer = {
      "",
      "Examples:",
      "  dev-support/tiered up --no-hbase --media emulated",
      "  dev-support/tiered media hang dn0/DISK --reads",
      "      reads of that volume wait in the kernel, writes go on",
      "  dev-support/tiered media slow dn0/SSD 10",
      "  dev-support/tiered media stutter dn1/DISK --pause-ms 300 --every-ms 2000",
      "  dev-support/tiered media heal dn0/DISK",
      "  dev-support/tiered media cut dn0 dn1 --seed 7",
      "      both lose power at once, and start again with what was flushed"
    })
public final class MediaCommand implements Runnable {
  private static final String FROM = "first byte of the range on the device; default: 0";
  private static final String TO = "first byte behind the range; default: the device's end";
  private static final String END = "4096g";

  @Spec CommandSpec spec;

  private interface Change {
    void make(Media media, Volume volume) throws IOException;
  }

  /** The volume that a command is about. */
  static final class Target {
    @Mixin ClusterOption cluster;

    @Parameters(
        index = "0",
        paramLabel = "VOLUME",
        description = "dn0/DISK0, or dn0/DISK if there is only one")
    private String name;

    int change(Change change) throws IOException, ClusterException {
      ClusterView view = ClusterView.of(cluster.dir());
      change.make(view.media(), Volume.find(view.record().volumes(), name));
      return 0;
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Command(sortOptions = false, description = "Shows medium and state of every emulated volume.")
  int list(@Mixin ClusterOption cluster) throws IOException, ClusterException {
    TextTable table = new TextTable("VOLUME", "MEDIUM", "SLOWER BY", "STATE");
    for (Media.State state : ClusterView.of(cluster.dir()).media().list()) {
      table.add(
          state.volume().name(),
          state.medium(),
          String.format(Locale.ROOT, "%.3g", state.factor()),
          state.fault());
    }
    System.out.print(table);
    return 0;
  }

  @Command(
      sortOptions = false,
      description = "Hangs a volume until it is healed: completely, its reads, writes or flushes.")
  int hang(
      @Mixin Target target,
      @Option(names = "--reads", description = "only reads; what is cached is still read")
          boolean reads,
      @Option(names = "--writes", description = "only writes and flushes") boolean writes,
      @Option(names = "--flushes", description = "only flushes, for which syncs wait")
          boolean flushes)
      throws IOException, ClusterException {
    Hang which =
        reads == writes
            ? flushes && !reads ? Hang.FLUSHES : Hang.ALL
            : reads ? Hang.READS : Hang.WRITES;
    return target.change((media, volume) -> media.hang(volume, which));
  }

  @Command(sortOptions = false, description = "Makes all I/O take FACTOR times as long.")
  int slow(
      @Mixin Target target,
      @Parameters(
              index = "1",
              paramLabel = "FACTOR",
              description = "above 0; 1 for as fast as it was")
          double factor)
      throws IOException, ClusterException {
    return target.change((media, volume) -> media.slow(volume, factor));
  }

  @Command(sortOptions = false, description = "Stops a volume for a moment, repeatedly.")
  int stutter(
      @Mixin Target target,
      @Option(names = "--pause-ms", required = true, paramLabel = "MS", description = "how long")
          long pauseMs,
      @Option(names = "--every-ms", required = true, paramLabel = "MS", description = "how often")
          long everyMs)
      throws IOException, ClusterException {
    Duration pause = Duration.ofMillis(pauseMs);
    return target.change(
        (media, volume) -> media.stutter(volume, pause, Duration.ofMillis(everyMs)));
  }

  @Command(sortOptions = false, description = "Makes reads and writes of a range fail.")
  int errors(
      @Mixin Target target,
      @Option(names = "--from", paramLabel = "SIZE", defaultValue = "0", description = FROM)
          String from,
      @Option(names = "--to", paramLabel = "SIZE", defaultValue = END, description = TO) String to)
      throws IOException, ClusterException {
    ByteRange range = range(from, to);
    return target.change((media, volume) -> media.errors(volume, range));
  }

  @Command(sortOptions = false, description = "Flips one bit in each read of a range.")
  int flips(
      @Mixin Target target,
      @Option(names = "--from", paramLabel = "SIZE", defaultValue = "0", description = FROM)
          String from,
      @Option(names = "--to", paramLabel = "SIZE", defaultValue = END, description = TO) String to)
      throws IOException, ClusterException {
    ByteRange range = range(from, to);
    return target.change((media, volume) -> media.flips(volume, range));
  }

  @Command(sortOptions = false, description = "Fills a volume until it is healed.")
  int fill(@Mixin Target target) throws IOException, ClusterException {
    return target.change(Media::fill);
  }

  @Command(sortOptions = false, description = "Ends all faults of a volume.")
  int heal(@Mixin Target target) throws IOException, ClusterException {
    return target.change(Media::heal);
  }

  @Command(
      sortOptions = false,
      description =
          "Cuts the power of the DataNodes' machines at the same time: kills their"
              + " processes (kill -9), drops what their devices had not flushed and what was"
              + " in memory, mounts the rest, and restarts them.")
  int cut(
      @Mixin ClusterOption cluster,
      @Parameters(paramLabel = "DATANODE", arity = "1..*", description = "dn0") String[] dataNodes,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "1",
              description = "decides what of the writes since the last flush is lost; default: 1")
          long seed)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(cluster.dir());
    DaemonControl.cutPowerAndRestart(view, List.of(dataNodes), seed)
        .forEach(
            (volume, lost) ->
                System.out.printf(
                    "%s: of %d writes since the last flush %d dropped, %d torn%n",
                    volume.name(), lost.writes(), lost.dropped(), lost.torn()));
    return 0;
  }

  private static ByteRange range(String from, String to) {
    return new ByteRange(Sizes.parse("--from", from), Sizes.parse("--to", to));
  }
}
