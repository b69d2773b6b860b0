package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * Upgrades from stock Hadoop to this project, one machine after the other: standby, the other
 * NameNode, DataNodes, HBase.
 */
final class RollingUpgrade {
  private final RehearsalStage stage;
  private final LoadProcess load;
  private final InstalledCluster cluster;

  RollingUpgrade(RehearsalStage stage, LoadProcess load) {
    this.stage = stage;
    this.load = load;
    cluster = stage.cluster();
  }

  void run() throws IOException, ClusterException, InterruptedException {
    // a gateway first: it runs the commands that show the progress of the upgrade
    stage.install(cluster.machine("client"));
    requireNext("NameNode");
    cluster.restart("nn1", stage::install);
    cluster.failover();
    cluster.restart("nn0", stage::install);
    stage.requireNoFailure(load, "the NameNodes' upgrade");
    requireNext("DataNode");
    for (String name : cluster.names(ServiceKind.DATANODE)) {
      cluster.restart(name, stage::install);
    }
    stage.requireNoFailure(load, "the DataNodes' upgrade");
    requireDone();
    List<String> hbase = new ArrayList<>(cluster.names(ServiceKind.MASTER));
    hbase.addAll(cluster.names(ServiceKind.REGIONSERVER));
    for (String name : hbase) {
      cluster.restart(name, stage::install);
    }
    stage.requireHealthy("upgrade");
  }

  /** The command that knows the order has to say what comes next. */
  private void requireNext(String daemon)
      throws IOException, ClusterException, InterruptedException {
    stage.requireRefusal(check(), daemon);
  }

  private void requireDone() throws IOException, ClusterException, InterruptedException {
    cluster.commands().run(check());
    cluster.commands().run(cluster.machine("dn0").hdfs("patchpoints"));
  }

  private List<String> check() {
    return cluster.machine("client").hdfs("tiered", "upgrade-check");
  }
}
