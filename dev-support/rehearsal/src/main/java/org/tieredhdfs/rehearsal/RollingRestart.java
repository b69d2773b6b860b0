package org.tieredhdfs.rehearsal;

import java.io.IOException;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Restarts both NameNodes so that one of them is active all the time. */
final class RollingRestart {
  private RollingRestart() {}

  /** The standby first, then, after a failover, the other. */
  static void ofNameNodes(InstalledCluster cluster, InstalledCluster.MachineChange between)
      throws IOException, ClusterException, InterruptedException {
    int active = cluster.watch().stateOf(0).equals("active") ? 0 : 1;
    cluster.restart("nn" + (1 - active), between);
    cluster.failover();
    cluster.restart("nn" + active, between);
  }
}
