package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.media.Media;
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

  /** Who is killed in which round, over and over. */
  private static final List<List<Role>> ROUNDS =
      List.of(
          List.of(Role.REGIONSERVER),
          List.of(Role.DATANODE),
          List.of(Role.DATANODE, Role.REGIONSERVER),
          List.of(Role.REGIONSERVER));

  private static final int ALL_EACH = 4;

  private final DaemonControl control;
  private final @Nullable Media media;
  private final Progress progress;
  private final SplittableRandom random;
  private final int maxDownMs;
  private final AtomicLong regionServerKills = new AtomicLong();
  private final AtomicLong dataNodeKills = new AtomicLong();
  private final AtomicLong endedByThemselves = new AtomicLong();
  private int rounds;

  /**
   * @param media of machines that lose power; null if DataNodes' processes are killed instead
   * @param maxDownMs how long a daemon stays dead at most
   */
  DaemonKiller(
      DaemonControl control,
      @Nullable Media media,
      Progress progress,
      SplittableRandom random,
      int maxDownMs) {
    this.control = control;
    this.media = media;
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
    reviveAll();
    List<String> killed = new ArrayList<>();
    for (Role role : ROUNDS.get(rounds++ % ROUNDS.size())) {
      List<String> names = control.names(role);
      if (role == Role.DATANODE && media != null) {
        killed.addAll(cutPower(media, names));
      } else {
        String victim = names.get(random.nextInt(names.size()));
        control.kill(victim);
        killed.add(victim);
      }
      (role == Role.DATANODE ? dataNodeKills : regionServerKills).incrementAndGet();
    }
    int downMs = random.nextInt(maxDownMs + 1);
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s %s, down for %.1f s",
            media == null ? "kill -9" : "power cut",
            String.join(" and ", killed),
            downMs / 1e3));
    Thread.sleep(downMs);
    List<String> unused = control.startDead();
  }

  /** The machine of one loses power, every fourth time those of all: what was flushed is left. */
  private List<String> cutPower(Media media, List<String> names)
      throws IOException, ClusterException {
    List<String> dark =
        random.nextInt(ALL_EACH) == 0 ? names : List.of(names.get(random.nextInt(names.size())));
    control.cutPower(media, dark, random.nextLong());
    return dark;
  }

  /** Starts all DataNodes, the HMaster and all RegionServers that do not run. */
  void reviveAll() throws IOException, ClusterException {
    List<String> dead = control.startDead();
    endedByThemselves.addAndGet(dead.size());
    dead.forEach(name -> LOG.info("{} had ended by itself", name));
  }
}
