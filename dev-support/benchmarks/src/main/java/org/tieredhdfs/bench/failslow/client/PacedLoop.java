package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A thread that takes one step after the other at a set pace. A step that fails does not end it.
 */
final class PacedLoop {
  /** One step; its number counts from 0. */
  interface Step {
    void run(int number) throws IOException, InterruptedException;
  }

  private static final long PAUSE_AFTER_FAILURE_MS = 100;

  private final long intervalNs;
  private final Step step;
  private final Thread thread;
  private volatile boolean isStopped;

  private PacedLoop(String name, long intervalMs, Step step) {
    this.intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.step = step;
    this.thread = new Thread(this::loop, name);
    thread.setDaemon(true);
  }

  static PacedLoop start(String name, long intervalMs, Step step) {
    PacedLoop loop = new PacedLoop(name, intervalMs, step);
    loop.thread.start();
    return loop;
  }

  private void loop() {
    long nextNs = System.nanoTime();
    try {
      for (int number = 0; !isStopped; number++) {
        long waitNs = nextNs - System.nanoTime();
        if (waitNs > 0) {
          TimeUnit.NANOSECONDS.sleep(waitNs);
        }
        takeStep(number);
        // What was missed during a long step is not made up for by a burst
        nextNs = Math.max(nextNs + intervalNs, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeStep(int number) throws InterruptedException {
    try {
      step.run(number);
    } catch (IOException | RuntimeException e) {
      if (!isStopped) {
        System.err.println(System.currentTimeMillis() + " " + thread.getName() + ": " + e);
        Thread.sleep(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  /** Takes no further step. */
  void stop() {
    isStopped = true;
  }

  /** Waits for the step that runs; whether it has come to its end. */
  boolean join(long limitMs) throws InterruptedException {
    thread.join(Math.max(1, limitMs));
    if (thread.isAlive()) {
      thread.interrupt();
      return false;
    }
    return true;
  }
}
