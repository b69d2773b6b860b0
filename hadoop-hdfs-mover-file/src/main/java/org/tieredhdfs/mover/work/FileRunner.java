package org.tieredhdfs.mover.work;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;

/**
 * Runs the steps of one file's work, one at a time: when they are due, or immediately when a
 * transfer has ended. Thread-safe.
 */
final class FileRunner {
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

  /**
   * @param whenFinished told when the work has ended, just before the watcher is
   */
  FileRunner(
      MoverCore core,
      ScheduledThreadPoolExecutor workers,
      FileRef file,
      @Nullable ListedFile listed,
      MoveJob.InFlight watcher,
      Consumer<FileRunner> whenFinished) {
    this.workers = workers;
    Runnable finished = () -> whenFinished.accept(this);
    this.task = new FileTask(core, file, listed, watcher, this::wakeUp, finished);
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
    workers.execute(this::run);
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
        alarm = workers.schedule(this::wakeUp, delayNs, TimeUnit.NANOSECONDS);
      }
    }
    if (runsAgain) {
      workers.execute(this::run);
    }
  }
}
