package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** One fault of a play: begins, lasts, and is mended, in a thread of its own. */
public abstract class TimedFault implements Runnable {
  protected static final String NOT_APPLIED = "did not apply: ";

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final PlannedFault plan;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String outcome = NOT_APPLIED + "its operation was never reached";
  private volatile @Nullable Thread thread;
  private volatile long mendedNs;
  private volatile @Nullable Exception failure;

  protected TimedFault(PlannedFault plan) {
    this.plan = plan;
  }

  /** Has it begin, and returns what it hit. */
  protected abstract String begin() throws IOException, ClusterException, InterruptedException;

  /** Lets it last. */
  protected void last(long ms) throws IOException, ClusterException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(ms);
  }

  /** Undoes it as far as it came, and starts what has ended, be it by itself. */
  protected abstract void mend() throws IOException, ClusterException;

  /** Told of the client when the operation is over after which it begins. */
  protected void about(ScriptClient<?> one) {}

  /** Begins it if this is its operation, and lets the client wait as it is to wait. */
  final void after(ScriptClient<?> one, int over) throws InterruptedException {
    if (one.number() == plan.client() && over == plan.operation()) {
      about(one);
      Thread own = new Thread(this, "fault " + plan.kind());
      thread = own;
      own.start();
      (plan.isAwaited() ? ended : begun).await();
    }
  }

  /**
   * Waits until it is over, if it ever began.
   *
   * @throws ClusterException if it could not be mended, or goes on and on
   */
  final void join() throws InterruptedException, ClusterException {
    Thread own = thread;
    if (own != null) {
      own.join(LIMIT.toMillis());
      if (own.isAlive()) {
        throw new ClusterException(plan.kind() + " does not end");
      }
    }
    Exception why = failure;
    if (why != null) {
      throw new ClusterException(plan.kind() + " could not be mended: " + why, why);
    }
  }

  final boolean isOver() {
    return ended.getCount() == 0;
  }

  /** When its end was ordered, by the clock of {@link System#nanoTime}. */
  final long mendedNs() {
    return mendedNs;
  }

  /** What it hit, or why nothing. */
  final String outcome() {
    return plan.kind() + " " + outcome;
  }

  @Override
  public final void run() {
    try {
      outcome = begin();
      begun.countDown();
      last(plan.durationMs());
    } catch (IOException | ClusterException | RuntimeException e) {
      outcome = NOT_APPLIED + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      mendedNs = System.nanoTime();
      try {
        mend();
      } catch (IOException | ClusterException | RuntimeException e) {
        failure = e;
      }
      begun.countDown();
      ended.countDown();
    }
  }
}
