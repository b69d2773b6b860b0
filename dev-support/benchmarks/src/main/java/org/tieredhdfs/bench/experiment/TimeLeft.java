package org.tieredhdfs.bench.experiment;

import java.time.Duration;

/** Guesses how long a run still takes from how long its steps took so far. Used by one thread. */
public final class TimeLeft {
  private static final long MINUTES_FROM_SEC = 120;

  private final int steps;
  private long startNs;
  private int done;

  /**
   * @param steps how many there are in all
   */
  public TimeLeft(int steps) {
    this.steps = steps;
  }

  public void start(long nowNs) {
    startNs = nowNs;
  }

  public void stepDone() {
    done++;
  }

  /** For people to read. */
  public String text(long nowNs) {
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
