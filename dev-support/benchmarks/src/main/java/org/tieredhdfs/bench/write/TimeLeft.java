package org.tieredhdfs.bench.write;

import java.time.Duration;

/** Guesses how long a run still takes from how long its steps took so far. Used by one thread. */
final class TimeLeft {
  private static final long MINUTES_FROM_SEC = 120;

  private final int steps;
  private long startNs;
  private int done;

  TimeLeft(int steps) {
    this.steps = steps;
  }

  void start(long nowNs) {
    startNs = nowNs;
  }

  void stepDone() {
    done++;
  }

  /** For people to read. */
  String text(long nowNs) {
    if (done == 0) {
      return steps + " measurements to come";
    }
    double perStepNs = (double) (nowNs - startNs) / done;
    long leftSec = Duration.ofNanos((long) (perStepNs * (steps - done))).toSeconds();
    return leftSec < MINUTES_FROM_SEC
        ? "about " + leftSec + " s left"
        : "about " + leftSec / 60 + " min left";
  }
}
