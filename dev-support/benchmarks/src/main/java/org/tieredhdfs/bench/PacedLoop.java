package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread that takes one step after the other at a set pace. A step that fails does not end it.
 */
public final class PacedLoop implements AutoCloseable {

  /** One step; its number counts from 0. */
  public interface Step {
    void run(long number) throws IOException, InterruptedException;
  }

  private static final long PAUSE_AFTER_FAILURE_MS = 100;

  private final long intervalNs;
  private final Step step;
  private final Thread thread;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private PacedLoop(String name, long intervalMs, Step step) {
    this.intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.step = step;
    this.thread = new Thread(this::loop, name);
    thread.setDaemon(true);
  }

  /** Starts one; the first step begins at once. */
  public static PacedLoop start(String name, long intervalMs, Step step) {
    PacedLoop loop = new PacedLoop(name, intervalMs, step);
    loop.thread.start();
    return loop;
  }

  private void loop() {
    long nextNs = System.nanoTime();
    try {
      for (long number = 0; !isStopped(nextNs - System.nanoTime()); number++) {
        takeStep(number);
        // What was missed during a long step is not made up for by a burst
        nextNs = Math.max(nextNs + intervalNs, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end as long as there is nothing to do. */
  private boolean isStopped(long waitNs) throws InterruptedException {
    return stopped.await(waitNs, TimeUnit.NANOSECONDS);
  }

  private void takeStep(long number) throws InterruptedException {
    try {
      step.run(number);
    } catch (IOException | RuntimeException e) {
      if (!isStopped(0)) {
        System.err.println(System.currentTimeMillis() + " " + thread.getName() + ": " + e);
        Thread.sleep(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  /** Takes no further step. */
  public void stop() {
    stopped.countDown();
  }

  /** Waits for the step that runs; whether it has come to its end. */
  public boolean join(long limitMs) throws InterruptedException {
    thread.join(Math.max(1, limitMs));
    return !thread.isAlive();
  }

  /** Takes no further step, and interrupts the one that runs. */
  @Override
  public void close() {
    stop();
    thread.interrupt();
  }
}
