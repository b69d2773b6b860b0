package org.tieredhdfs.mover.work;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;

/**
 * Runs the steps of one file's work, one at a time: when they are due, or as soon as the NameNode
 * may be asked again when a transfer has ended. Thread-safe.
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

  /** Has a step run as soon as one may, and a worker is free. */
  synchronized void wakeUp() {
    if (state == State.RESTING) {
      runIn(task.untilNextLookNs());
    } else if (state == State.RUNNING) {
      state = State.RUNNING_AND_WOKEN;
    }
  }

  private void runIn(long delayNs) {
    if (alarm != null) {
      alarm.cancel(false);
    }
    alarm = workers.schedule(this::run, delayNs, TimeUnit.NANOSECONDS);
  }

  private void run() {
    synchronized (this) {
      if (state != State.RESTING) {
        // an alarm that could not be cancelled any more
        return;
      }
      state = State.RUNNING;
    }
    long delayNs = task.step();
    synchronized (this) {
      boolean wasWoken = state == State.RUNNING_AND_WOKEN;
      state = delayNs == FileTask.FINISHED ? State.FINISHED : State.RESTING;
      if (state == State.RESTING) {
        runIn(wasWoken ? Math.min(delayNs, task.untilNextLookNs()) : delayNs);
      }
    }
  }
}
