package org.tieredhdfs.hdfs.datanode.volume.health;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.thirdparty.com.google.common.base.Throwables;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * Runs calls that may wait for a disk on behalf of threads that must not wait: heartbeats, NameNode
 * commands, writers to memory.
 *
 * <p>The caller waits for a limited time and continues; the call itself ends when the disk answers.
 * Each call names a subject, a volume for example. While a call on a subject is late no further one
 * is made, so that a volume that does not answer costs one wait and leaves the threads to others.
 * There is a limited number of them and no queue. Thread-safe.
 */
public final class PatientCaller implements AutoCloseable {
  /** A call that may wait for a disk. */
  public interface Action {
    void run() throws Exception;
  }

  private final ThreadPoolExecutor threads;
  private final long patienceMs;
  private final Set<Late> late = ConcurrentHashMap.newKeySet();

  public PatientCaller(String name, int maxThreads, long patienceMs) {
    this.patienceMs = patienceMs;
    this.threads =
        new ThreadPoolExecutor(
            0,
            maxThreads,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build());
  }

  /** A call that nobody waits for any more. */
  private record Late(Object subject, Future<?> call) {}

  /**
   * Runs a call, unless one on the same subject is late.
   *
   * @param subject compared by {@code equals}
   * @return whether it came to its end in time
   * @throws IOException what the call threw, or an interruption of the waiting thread
   */
  public boolean call(Object subject, Action action) throws IOException {
    if (isLate(subject)) {
      return false;
    }
    FutureTask<?> call =
        new FutureTask<>(
            () -> {
              action.run();
              return null;
            });
    try {
      threads.execute(call);
      call.get(patienceMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread can be had
      return false;
    } catch (TimeoutException e) {
      late.add(new Late(subject, call));
      return false;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      Throwables.throwIfInstanceOf(cause, IOException.class);
      Throwables.throwIfUnchecked(cause);
      throw new IOException(cause);
    }
  }

  /** Whether a call on a subject has not ended yet, though nobody waits for it any more. */
  public boolean isLate(Object subject) {
    late.removeIf(one -> one.call.isDone());
    return late.stream().anyMatch(one -> one.subject.equals(subject));
  }

  /** Waits as long as the caller of an action would for one of a bounded number of places. */
  public boolean awaitTurn(Semaphore places) throws IOException {
    try {
      return places.tryAcquire(patienceMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    IOException interruption = new InterruptedIOException("interrupted while waiting for a volume");
    interruption.initCause(e);
    return interruption;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
