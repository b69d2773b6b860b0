package org.tieredhdfs.tools.verify;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.MoverProcess;

/**
 * What goes on in the cluster while rows are written: daemons are killed, files are moved, the
 * table is flushed and compacted.
 */
record Trouble(
    DaemonKiller killer, PolicyFlipper flipper, TableStirrer stirrer, MoverProcess mover) {
  private static final long FLIP_PAUSE_MS = 1_000;
  private static final long STIR_PAUSE_MS = 3_000;

  /** Whether each kind of trouble was there at least once. */
  boolean isComplete() {
    return killer.regionServerKills() > 0 && killer.dataNodeKills() > 0 && flipper.flips() > 0;
  }

  /** Does something in the midst of it; afterwards all daemons are up and nobody disturbs them. */
  void around(Duration killPause, Repeated.Round inner)
      throws IOException, ClusterException, InterruptedException {
    List<Repeated> tasks =
        List.of(
            Repeated.start("daemon killer", killPause.toMillis(), killer::round),
            Repeated.start("policy flipper", FLIP_PAUSE_MS, flipper::round),
            Repeated.start("table stirrer", STIR_PAUSE_MS, stirrer::round));
    try {
      inner.run();
    } finally {
      tasks.forEach(Repeated::end);
      for (Repeated task : tasks) {
        task.awaitEnd();
      }
    }
    killer.reviveAll();
    if (!mover.isAlive()) {
      throw new ClusterException(
          "the file mover's service has ended; see filemover.out in the logs");
    }
  }
}
