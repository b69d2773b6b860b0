package org.tieredhdfs.mover.work;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileRef;

/**
 * Runs the steps of one file's work, one at a time: when they are due, or immediately when a
 * transfer has ended. Thread-safe.
 */
final class FileRunner {
  private static final Logger LOG = LoggerFactory.getLogger(FileRunner.class);

  private enum State {
    RESTING,
    RUNNING,
    RUNNING_AND_WOKEN,
    FINISHED
  }

  private final FileTask task;
  private final ScheduledThreadPoolExecutor workers;
  private State state = State.RESTING;
  private @Nullable ScheduledFuture<?> alarm;

  FileRunner(
      MoverCore core,
      ScheduledThreadPoolExecutor workers,
      FileRef file,
      @Nullable ListedFile listed,
      FileWatcher watcher) {
    this.workers = workers;
    this.task = new FileTask(core, file, listed, watcher, this::wakeUp);
  }

  /** Has a step run as soon as a worker is free. */
  void wakeUp() {
    synchronized (this) {
      if (state == State.RUNNING) {
        state = State.RUNNING_AND_WOKEN;
      }
      if (state != State.RESTING) {
        return;
      }
      state = State.RUNNING;
      if (alarm != null) {
        alarm.cancel(false);
        alarm = null;
      }
    }
    runSoon();
  }

  private void runSoon() {
    try {
      workers.execute(this::run);
    } catch (RejectedExecutionException e) {
      LOG.debug("The mover was closed", e);
    }
  }

  private void run() {
    long delayNs = task.step();
    boolean runsAgain;
    synchronized (this) {
      if (delayNs == FileTask.FINISHED) {
        state = State.FINISHED;
        return;
      }
      runsAgain = state == State.RUNNING_AND_WOKEN;
      state = runsAgain ? State.RUNNING : State.RESTING;
      if (!runsAgain) {
        rest(delayNs);
      }
    }
    if (runsAgain) {
      runSoon();
    }
  }

  private void rest(long delayNs) {
    try {
      alarm = workers.schedule(this::wakeUp, delayNs, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The mover was closed", e);
    }
  }
}
