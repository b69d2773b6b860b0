package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Role;

/** Starts the DataNodes, the HMaster and the RegionServers of a cluster that do not run. */
public final class Revival {
  private static final Logger LOG = LoggerFactory.getLogger(Revival.class);
  private static final int START_ATTEMPTS = 3;

  /**
   * Who is started together. An HMaster ends itself where all DataNodes are away, since its own
   * region cannot be written then, and waits for RegionServers when it is back.
   */
  private static final List<List<Role>> STARTED_TOGETHER =
      List.of(List.of(Role.DATANODE), List.of(Role.HMASTER, Role.REGIONSERVER));

  private final DaemonControl control;

  public Revival(DaemonControl control) {
    this.control = control;
  }

  /** Starts them, and returns which did not run. */
  public List<String> run() throws IOException, ClusterException {
    List<String> all = new ArrayList<>();
    for (List<Role> together : STARTED_TOGETHER) {
      List<String> dead = dead(together);
      all.addAll(dead);
      start(together, dead);
    }
    return all;
  }

  private List<String> dead(List<Role> roles) throws IOException {
    List<String> dead = new ArrayList<>();
    for (Role role : roles) {
      for (String name : control.names(role)) {
        if (!control.isRunning(name)) {
          dead.add(name);
        }
      }
    }
    return dead;
  }

  /** A RegionServer may not survive its own start while others recover. */
  private void start(List<Role> roles, List<String> dead) throws IOException, ClusterException {
    List<String> names = dead;
    for (int attempt = 1; !names.isEmpty(); attempt++) {
      try {
        control.startAll(names);
        return;
      } catch (ClusterException e) {
        names = dead(roles);
        if (attempt == START_ATTEMPTS || names.isEmpty()) {
          throw e;
        }
        LOG.info("{} are started once more", names, e);
      }
    }
  }
}
