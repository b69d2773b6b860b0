package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeNames;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Slows, freezes and frees the emulated volumes of a running cluster. */
@Command(
    name = "media",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = CalibrateCommand.class,
    description = "Slows, freezes and frees volumes of a cluster started with --media emulated.")
public final class MediaCommand implements Runnable {
  private static final String VOLUME = "dn0/DISK0, or dn0/DISK if there is only one";

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Command(sortOptions = false, description = "Shows speed and state of every emulated volume.")
  int list(@Mixin ClusterOption cluster) throws IOException, ClusterException {
    TextTable table = new TextTable("VOLUME", "DEVICE", "STATE", "LIMITS");
    for (Media.State state : ClusterView.of(cluster.dir()).media().list()) {
      table.add(
          state.volume().name(),
          state.device(),
          state.isFrozen() ? "frozen" : "-",
          state.limits().toString());
    }
    System.out.print(table);
    return 0;
  }

  @Command(sortOptions = false, description = "Lets a volume be no faster than this.")
  int slow(
      @Mixin ClusterOption cluster,
      @Parameters(paramLabel = "VOLUME", description = VOLUME) String name,
      @Option(
              names = "--bandwidth",
              required = true,
              paramLabel = "SIZE",
              description = "bytes per second of reads, and of writes: 5m; 0 for no limit")
          String bandwidth,
      @Option(
              names = "--iops",
              paramLabel = "N",
              description = "operations per second; by default no limit")
          long iops)
      throws IOException, ClusterException {
    DeviceLimits limits = new DeviceLimits(Sizes.parse("--bandwidth", bandwidth), iops);
    ClusterView view = ClusterView.of(cluster.dir());
    view.media().slow(volume(view, name), limits);
    return 0;
  }

  @Command(sortOptions = false, description = "Lets writes to a volume hang until it is thawed.")
  int freeze(
      @Mixin ClusterOption cluster,
      @Parameters(paramLabel = "VOLUME", description = VOLUME) String name)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(cluster.dir());
    view.media().freeze(volume(view, name));
    return 0;
  }

  @Command(sortOptions = false, description = "Lets writes to a frozen volume go on.")
  int thaw(
      @Mixin ClusterOption cluster,
      @Parameters(paramLabel = "VOLUME", description = VOLUME) String name)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(cluster.dir());
    view.media().thaw(volume(view, name));
    return 0;
  }

  @Command(sortOptions = false, description = "Thaws a volume and makes it as fast as it was.")
  int reset(
      @Mixin ClusterOption cluster,
      @Parameters(paramLabel = "VOLUME", description = VOLUME) String name)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(cluster.dir());
    view.media().reset(volume(view, name));
    return 0;
  }

  private static Volume volume(ClusterView view, String name) {
    return VolumeNames.find(view.record().volumes(), name);
  }
}
