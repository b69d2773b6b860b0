package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.service.journal.FencedException;
import org.tieredhdfs.mover.transfer.Backoff;

/**
 * The looping threads of the service.
 *
 * <p>A failed round is repeated after a delay that grows with consecutive failures. A permanent
 * failure, a takeover by another instance or an {@link Error}, ends the thread and is returned by
 * {@link #failure}. Thread-safe.
 */
final class ServiceLoops implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLoops.class);

  /** One round of a loop. */
  interface Round {
    void run() throws IOException, InterruptedException;
  }

  private final Backoff afterFailure;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isClosed;
  private volatile @Nullable Throwable failure;

  /**
   * @param afterFailure the pause of a thread after a failed round
   */
  ServiceLoops(Backoff afterFailure) {
    this.afterFailure = afterFailure;
  }

  /** Starts a thread that repeats the round until this is closed. */
  synchronized void start(String name, Round round) {
    Thread thread = new Thread(() -> repeat(round), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(Round round) {
    int failures = 0;
    while (!isClosed) {
      try {
        round.run();
        failures = 0;
      } catch (InterruptedException e) {
        return;
      } catch (FencedException | Error e) {
        LOG.error("This instance stops", e);
        failure = e;
        return;
      } catch (IOException | RuntimeException e) {
        failures++;
        LOG.warn("Retrying after {} failures in a row", failures, e);
        if (!rest(failures)) {
          return;
        }
      }
    }
  }

  private boolean rest(int failures) {
    try {
      Thread.sleep(afterFailure.afterFailuresMs(failures));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Why a thread has failed permanently; null if none has. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Interrupts all; does not wait for their end. */
  @Override
  public synchronized void close() {
    isClosed = true;
    threads.forEach(Thread::interrupt);
  }
}
