package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * From ours to stock, one machine after the other: what stock Hadoop could not read is cleared,
 * what lies on media that it does not know is moved, then HBase, DataNodes and NameNodes become
 * stock.
 */
final class RollingDowngrade {
  private final RehearsalStage stage;
  private final LoadProcess load;
  private final InstalledCluster cluster;
  private final RehearsedMachine client;

  RollingDowngrade(RehearsalStage stage, LoadProcess load) {
    this.stage = stage;
    this.load = load;
    cluster = stage.cluster();
    client = cluster.machine("client");
  }

  void run() throws IOException, ClusterException, InterruptedException {
    requireRefusalNow();
    leaveHBase();
    clearNamespace();
    leaveMedia();
    stage.requireNoFailure(load, "the way back of DataNodes");
    leaveNameNodes();
    stage.uninstall(client);
    stage.requireNoFailure(load, "the way back of NameNodes");
  }

  /** As long as policies of ours are in use, the command has to say so and name where. */
  private void requireRefusalNow() throws IOException, ClusterException, InterruptedException {
    stage.requireRefusal(check("--checkpoint"), Rehearsal.LOADED + "/ram", "ALL_RAMDISK");
  }

  private List<String> check(String... more) {
    List<String> command = new ArrayList<>(client.hdfs("tiered", "downgrade-check"));
    command.addAll(List.of(more));
    return command;
  }

  /** HBase without our keys and jars; its files keep their policies until they are cleared. */
  private void leaveHBase() throws IOException, ClusterException, InterruptedException {
    cluster.hbaseValues().clear();
    cluster.configure();
    List<String> names = new ArrayList<>(cluster.names(ServiceKind.MASTER));
    names.addAll(cluster.names(ServiceKind.REGIONSERVER));
    for (String name : names) {
      cluster.restart(name, stage::uninstall);
    }
  }

  private void clearNamespace() throws IOException, ClusterException, InterruptedException {
    // it still names the volumes of types that stock Hadoop does not know
    stage.requireRefusal(check("--apply"), "cleared", "RAMDISK");
    // files that are being written are not moved: they go by the policy of their directory already
    cluster.commands().attempt(client.hdfs("filemover", "move", "--recursive", "/"));
  }

  /** The standby writes an image without anything of ours, and begins with that one as stock. */
  private void leaveNameNodes() throws IOException, ClusterException, InterruptedException {
    int active = cluster.watch().stateOf(0).equals("active") ? 0 : 1;
    cluster.commands().run(check("--checkpoint"));
    cluster.restart("nn" + (1 - active), stage::uninstall);
    cluster.failover();
    cluster.commands().run(check("--checkpoint"));
    cluster.restart("nn" + active, stage::uninstall);
  }

  private void leaveMedia() throws IOException, ClusterException, InterruptedException {
    cluster.hdfsValues().clear();
    for (int node = 0; node < InstalledCluster.DATANODES; node++) {
      // ARCHIVE stays: stock Hadoop knows it, and HBase's archive lies there by a stock policy
      cluster.volumes(node).remove("RAMDISK");
    }
    cluster.configure();
    for (String name : cluster.names(ServiceKind.DATANODE)) {
      cluster.restart(name, stage::uninstall);
    }
  }
}
