package org.tieredhdfs.mover.transfer;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads with a number in their names. */
public final class NamedThreads implements ThreadFactory {
  private final AtomicInteger number = new AtomicInteger();
  private final String prefix;

  public NamedThreads(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work, prefix + number.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
