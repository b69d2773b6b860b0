package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * The faults and activity while rows are written: daemons and the mover are killed, files are
 * moved, the table is flushed and compacted.
 */
record FaultPlan(
    DaemonKiller killer, PolicyFlipper flipper, TableChurn churn, RestartedMover mover) {
  private static final long FLIP_PAUSE_MS = 1_000;
  private static final long CHURN_PAUSE_MS = 3_000;

  /** Whether all that has to be shown was there at least once. */
  boolean isComplete(VerifyPlan plan) {
    return killer.regionServerKills() > 0
        && killer.dataNodeKills() > 0
        && (mover.kills() > 0 || !plan.killsMover())
        && flipper.flips() > 0
        && churn.steps() > 0
        && hasMoved();
  }

  private boolean hasMoved() {
    try {
      return mover.replicasMoved() > 0;
    } catch (IOException e) {
      // no answer at the moment; it is asked again
      return false;
    }
  }

  /** Does something in the midst of it; afterwards all daemons are up and nobody disturbs them. */
  void around(VerifyPlan plan, Repeated.Round inner)
      throws IOException, ClusterException, InterruptedException {
    List<Repeated> tasks = new ArrayList<>();
    tasks.add(Repeated.start("daemon killer", plan.killPause().toMillis(), killer::round));
    tasks.add(Repeated.start("policy flipper", FLIP_PAUSE_MS, flipper::round));
    tasks.add(Repeated.start("table churn", CHURN_PAUSE_MS, churn::round));
    if (plan.killsMover()) {
      tasks.add(Repeated.start("mover killer", plan.moverKillPause().toMillis(), mover::round));
    }
    try {
      inner.run();
    } finally {
      tasks.forEach(Repeated::end);
      for (Repeated task : tasks) {
        task.awaitEnd();
      }
    }
    killer.reviveAll();
    mover.requireAlive();
    mover.revive();
  }
}
