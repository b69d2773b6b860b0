package org.tieredhdfs.mover.service;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The rate of the last minute, in bytes per second. Thread-safe. */
final class MinuteRate {
  private static final int SECONDS = 60;

  private final long startNs;
  private final long[] bytesBySecond = new long[SECONDS];
  private long lastSecond;

  MinuteRate(long nowNs) {
    this.startNs = nowNs;
  }

  synchronized void add(long bytes, long nowNs) {
    bytesBySecond[(int) (advance(nowNs) % SECONDS)] += bytes;
  }

  synchronized long bytesPerSecond(long nowNs) {
    long second = advance(nowNs);
    return Arrays.stream(bytesBySecond).sum() / Math.min(second + 1, SECONDS);
  }

  /** Forgets what is older than a minute; returns the second that it is. */
  private long advance(long nowNs) {
    long second = Math.max(lastSecond, TimeUnit.NANOSECONDS.toSeconds(nowNs - startNs));
    for (long next = Math.max(lastSecond + 1, second - SECONDS + 1); next <= second; next++) {
      bytesBySecond[(int) (next % SECONDS)] = 0;
    }
    lastSecond = second;
    return second;
  }
}
