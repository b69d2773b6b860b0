package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * A thread that repeats a step until it is closed; failures are logged, and the step is repeated.
 *
 * <p>A round that goes on then comes to its end.
 */
final class Repeated {
  private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);
  private static final long END_LIMIT_SEC = 600;

  private final Round round;
  private final long pauseMs;
  private final CountDownLatch isOver = new CountDownLatch(1);
  private final Thread thread;

  /** The repeated step. */
  interface Round {
    void run() throws IOException, ClusterException, InterruptedException;
  }

  private Repeated(String name, long pauseMs, Round round) {
    this.round = round;
    this.pauseMs = pauseMs;
    thread = new Thread(this::repeat, name);
    thread.setDaemon(true);
  }

  /**
   * Begins with a pause.
   *
   * @param pauseMs before each round
   */
  static Repeated start(String name, long pauseMs, Round round) {
    Repeated repeated = new Repeated(name, pauseMs, round);
    repeated.thread.start();
    return repeated;
  }

  private void repeat() {
    try {
      while (!isOver.await(pauseMs, TimeUnit.MILLISECONDS)) {
        attempt();
      }
    } catch (InterruptedException e) {
      LOG.info("{} was interrupted", thread.getName());
    }
  }

  private void attempt() throws InterruptedException {
    try {
      round.run();
    } catch (IOException | ClusterException | RuntimeException e) {
      LOG.info("{}: a round failed", thread.getName(), e);
    }
  }

  /** Lets no further round begin. */
  void end() {
    isOver.countDown();
  }

  /**
   * Waits for the end of the round that goes on.
   *
   * @throws ClusterException if the last round does not end
   */
  void awaitEnd() throws ClusterException, InterruptedException {
    end();
    thread.join(TimeUnit.SECONDS.toMillis(END_LIMIT_SEC));
    if (thread.isAlive()) {
      throw new ClusterException(thread.getName() + " did not end within " + END_LIMIT_SEC + " s");
    }
  }
}
