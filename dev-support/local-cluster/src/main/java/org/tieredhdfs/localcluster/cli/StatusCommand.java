package org.tieredhdfs.localcluster.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.localcluster.ClusterStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a cluster's daemons and volumes. */
@Command(
    name = "status",
    sortOptions = false,
    description = "Shows the daemons and volumes of the cluster in D; fails unless all are up.")
public final class StatusCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(names = "--json", description = "as JSON, sizes in bytes")
  private boolean json;

  @Override
  public Integer call() throws IOException, ClusterException {
    ClusterStatus status = ClusterView.of(cluster.dir()).status();
    System.out.print(json ? json(status) : text(status));
    return status.isUp() ? 0 : ExitCode.SOFTWARE;
  }

  private static String json(ClusterStatus status) throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    return mapper.writeValueAsString(status) + "\n";
  }

  static String text(ClusterStatus status) {
    TextTable daemons = new TextTable("DAEMON", "ROLE", "STATE", "PID", "MEMORY", "ADDRESS");
    for (ClusterStatus.DaemonStatus daemon : status.daemons()) {
      daemons.add(
          daemon.name(),
          daemon.role(),
          daemon.isUp() ? "up" : "DOWN",
          daemon.pid() == 0 ? "-" : Long.toString(daemon.pid()),
          daemon.pid() == 0 ? "-" : Sizes.format(daemon.residentBytes()),
          daemon.address());
    }
    TextTable volumes =
        new TextTable("VOLUME", "TYPE", "USED", "CAPACITY", "FREE", "MEDIUM", "STATE", "PATH");
    for (ClusterStatus.VolumeStatus volume : status.volumes()) {
      volumes.add(
          volume.name(),
          volume.storageType(),
          volume.usedBytes() < 0 ? "?" : Sizes.format(volume.usedBytes()),
          Sizes.format(volume.capacityBytes()),
          Sizes.format(volume.freeBytes()),
          volume.medium(),
          volume.fault().isEmpty() ? "-" : volume.fault(),
          volume.path());
    }
    return String.format(
        "%s cluster in %s: %s, %s in RAM%nfs.defaultFS %s%n%n%s%n%s",
        status.isStock() ? "stock" : "tiered",
        status.dir(),
        status.isUp() ? "up" : "NOT UP",
        Sizes.format(status.residentBytes()),
        status.defaultFs(),
        daemons,
        volumes);
  }
}
