package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls that may wait for a disk on behalf of threads that must not: heartbeats, commands of
 * the NameNode, writers to RAM.
 *
 * <p>The caller waits for a limited time and goes on; the call itself ends when the disk answers.
 * There is a limited number of threads and no queue: if all are stuck, the call is not made.
 * Thread-safe.
 */
public final class PatientCaller implements AutoCloseable {
  /** A call that may wait for a disk. */
  public interface Action {
    void run() throws Exception;
  }

  private final ThreadPoolExecutor threads;
  private final long patienceMs;

  /**
   * @param name of the threads
   * @param maxThreads how many calls may be stuck at a time
   * @param patienceMs how long a caller waits
   */
  public PatientCaller(String name, int maxThreads, long patienceMs) {
    this.patienceMs = patienceMs;
    this.threads =
        new ThreadPoolExecutor(
            0,
            maxThreads,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Makes a call.
   *
   * @return whether it came to its end in time
   * @throws IOException what the call threw, or an interruption of the waiting thread
   */
  public boolean call(Action action) throws IOException {
    Future<?> result;
    try {
      result =
          threads.submit(
              () -> {
                action.run();
                return null;
              });
    } catch (RejectedExecutionException e) {
      return false;
    }
    try {
      result.get(patienceMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a volume", e);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  private static IOException rethrown(@Nullable Throwable cause) {
    if (cause instanceof IOException checked) {
      return checked;
    }
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new IOException(cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
