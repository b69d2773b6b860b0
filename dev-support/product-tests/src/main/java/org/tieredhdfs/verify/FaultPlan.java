package org.tieredhdfs.verify;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.Daemon;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.verify.fixture.RestartedMover;

/**
 * The faults and activity while rows are written: daemons and the mover are killed, files are
 * moved, the table is flushed and compacted. Each begins with a pause; what fails is tried again.
 */
record FaultPlan(
    DaemonKiller killer, PolicyFlipper flipper, TableChurn churn, RestartedMover mover) {
  private static final Logger LOG = LoggerFactory.getLogger(FaultPlan.class);
  private static final Duration FLIP_PAUSE = Duration.ofSeconds(1);
  private static final Duration CHURN_PAUSE = Duration.ofSeconds(3);
  private static final int TASKS = 4;
  private static final long END_LIMIT_SEC = 600;

  /** What is done in a round, or in the midst of all of them. */
  interface Round {
    void run() throws IOException, ClusterException, InterruptedException;
  }

  /** Whether all that has to be shown was there at least once. */
  boolean isComplete(VerifyHbaseCommand plan) {
    return killer.regionServerKills() > 0
        && killer.dataNodeKills() > 0
        && (mover.kills() > 0 || plan.moverKillPause().isZero())
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
  void around(VerifyHbaseCommand plan, Round inner)
      throws IOException, ClusterException, InterruptedException {
    ScheduledExecutorService tasks =
        Executors.newScheduledThreadPool(TASKS, new Daemon.DaemonFactory());
    repeat(tasks, plan.killPause(), killer::round);
    repeat(tasks, FLIP_PAUSE, flipper::round);
    repeat(tasks, CHURN_PAUSE, churn::round);
    if (!plan.moverKillPause().isZero()) {
      repeat(tasks, plan.moverKillPause(), mover::round);
    }
    try {
      inner.run();
    } finally {
      end(tasks);
    }
    killer.reviveAll();
    mover.requireAlive();
    mover.revive();
  }

  private static void repeat(ScheduledExecutorService tasks, Duration pause, Round round) {
    long pauseMs = Math.max(1, pause.toMillis());
    var unused =
        tasks.scheduleWithFixedDelay(() -> attempt(round), pauseMs, pauseMs, TimeUnit.MILLISECONDS);
  }

  /** Lets the rounds that go on come to their end. */
  private static void end(ScheduledExecutorService tasks)
      throws ClusterException, InterruptedException {
    tasks.shutdown();
    if (!tasks.awaitTermination(END_LIMIT_SEC, TimeUnit.SECONDS)) {
      throw new ClusterException("a fault did not end within " + END_LIMIT_SEC + " s");
    }
  }

  private static void attempt(Round round) {
    try {
      round.run();
    } catch (IOException | ClusterException | RuntimeException e) {
      LOG.info("A round failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
