package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that ask file systems for their free space.
 *
 * <p>Made on demand and gone after a few idle seconds, since nobody tells a policy that its
 * DataNode has stopped. No queue: what finds no thread is refused. Each volume holds one thread at
 * most, so the bound is reached only by that many volumes hanging at once.
 */
final class SpaceThreads {
  /** Far above the volumes of any machine, far below what would hurt it. */
  static final int MAX_THREADS = 256;

  private static final long IDLE_SECONDS = 5;
  private static final AtomicLong NUMBERS = new AtomicLong();

  private SpaceThreads() {}

  static Executor create() {
    return new ThreadPoolExecutor(
        0,
        MAX_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "tiered-volume-space-" + NUMBERS.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
