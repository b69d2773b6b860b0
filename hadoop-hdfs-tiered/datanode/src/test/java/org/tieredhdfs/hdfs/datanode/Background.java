package org.tieredhdfs.hdfs.datanode;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call that runs in a thread of its own.
 *
 * @param <T> what it returns
 */
final class Background<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  Background(String name, Callable<T> call) {
    task = new FutureTask<>(call);
    thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  boolean isDone() {
    return task.isDone();
  }

  Thread thread() {
    return thread;
  }

  T get(long timeoutMs) throws Exception {
    try {
      return task.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      AssertionError stuck = new AssertionError(thread.getName() + " still runs");
      stuck.setStackTrace(thread.getStackTrace());
      throw stuck;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
