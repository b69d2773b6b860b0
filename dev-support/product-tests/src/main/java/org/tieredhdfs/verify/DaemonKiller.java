package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * Ends a RegionServer, a DataNode, or one of each at a time, and starts them anew.
 *
 * <p>Never more than one DataNode is killed, so that files of three replicas on three nodes lose
 * nothing by design. Rounds are run by one thread; counters may be read by others.
 */
final class DaemonKiller {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonKiller.class);
  private static final int START_ATTEMPTS = 3;

  /** Who is killed in which round, over and over. */
  private static final List<List<Role>> ROUNDS =
      List.of(
          List.of(Role.REGIONSERVER),
          List.of(Role.DATANODE),
          List.of(Role.DATANODE, Role.REGIONSERVER),
          List.of(Role.REGIONSERVER));

  /**
   * Who is started together. An HMaster ends itself where all DataNodes are away, since its own
   * region cannot be written then, and waits for RegionServers when it is back.
   */
  private static final List<List<Role>> STARTED_TOGETHER =
      List.of(List.of(Role.DATANODE), List.of(Role.HMASTER, Role.REGIONSERVER));

  private final DaemonControl control;
  private final DataNodeFault dataNodeFault;
  private final Progress progress;
  private final SplittableRandom random;
  private final int maxDownMs;
  private final AtomicLong regionServerKills = new AtomicLong();
  private final AtomicLong dataNodeKills = new AtomicLong();
  private final AtomicLong endedByThemselves = new AtomicLong();
  private int rounds;

  /**
   * @param dataNodeFault how DataNodes are ended
   * @param maxDownMs how long a daemon stays dead at most
   */
  DaemonKiller(
      DaemonControl control,
      DataNodeFault dataNodeFault,
      Progress progress,
      SplittableRandom random,
      int maxDownMs) {
    this.control = control;
    this.dataNodeFault = dataNodeFault;
    this.progress = progress;
    this.random = random;
    this.maxDownMs = maxDownMs;
  }

  long regionServerKills() {
    return regionServerKills.get();
  }

  long dataNodeKills() {
    return dataNodeKills.get();
  }

  /** Daemons that nobody killed, and that had ended nevertheless, such as by HBase's own doing. */
  long endedByThemselves() {
    return endedByThemselves.get();
  }

  /** One round: kills, waits, and starts again whatever is dead. */
  void round() throws IOException, ClusterException, InterruptedException {
    revive(true);
    List<String> killed = new ArrayList<>();
    for (Role role : ROUNDS.get(rounds++ % ROUNDS.size())) {
      List<String> names = control.names(role);
      if (role == Role.DATANODE) {
        killed.addAll(dataNodeFault.strike(names, random));
        dataNodeKills.incrementAndGet();
      } else {
        String victim = names.get(random.nextInt(names.size()));
        control.kill(victim);
        regionServerKills.incrementAndGet();
        killed.add(victim);
      }
    }
    int downMs = random.nextInt(maxDownMs + 1);
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s %s, down for %.1f s",
            dataNodeFault.title(),
            String.join(" and ", killed),
            downMs / 1e3));
    Thread.sleep(downMs);
    revive(false);
  }

  /** Starts all DataNodes, the HMaster and all RegionServers that do not run. */
  void reviveAll() throws IOException, ClusterException {
    revive(true);
  }

  private void revive(boolean isUnexpected) throws IOException, ClusterException {
    for (List<Role> together : STARTED_TOGETHER) {
      List<String> dead = dead(together);
      if (isUnexpected) {
        endedByThemselves.addAndGet(dead.size());
        dead.forEach(name -> LOG.info("{} had ended by itself", name));
      }
      start(together, dead);
    }
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
