package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.concurrent.TimeUnit;
import org.tieredhdfs.hdfs.datanode.volume.speed.ClosedBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed.State;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** What the judge knows of how fast one volume is. Used by one thread. */
final class SpeedRecord {
  private static final long FIRST_REST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int MAX_DOUBLINGS = 2;

  /** So long what comes to its end was begun before. */
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The half-life of the number of readers: a new block shares the volume with current ones. */
  private static final double READERS_HALF_LIFE_SEC = 2;

  /** What comes once a minute, as flushes of HBase do, is remembered. */
  private static final double CLOSED_HALF_LIFE_SEC = 120;

  final VolumeTraffic traffic;
  final ServiceTimes times;
  private final Probation rest = new Probation(FIRST_REST_NANOS, 0, MAX_DOUBLINGS);
  private long sinceNanos;
  private double workedSec;
  private double silentSec;
  private boolean isTrialFailed;
  private int drops;
  private ClosedBlocks closedLately = ClosedBlocks.NONE;
  private ClosedBlocks closedLast = ClosedBlocks.NONE;
  private long lastReadNanos;
  private double readers;
  private double timesSlower = Double.NaN;

  SpeedRecord(VolumeTraffic traffic, double halfLifeSec) {
    this.traffic = traffic;
    this.times = new ServiceTimes(halfLifeSec);
  }

  /**
   * Adds the traffic of the volume since the last call. Reads that the page cache answers take no
   * time and are no load.
   */
  void measure(long nowNanos, double elapsedSec) {
    if (times.sample(traffic, elapsedSec)) {
      workedSec += elapsedSec;
      silentSec = 0;
    } else {
      silentSec += elapsedSec;
    }
    boolean isLookedAtAnew = state() == State.SUSPECTED || state() == State.ON_TRIAL;
    if (isLookedAtAnew && nowNanos - sinceNanos < SETTLING_NANOS) {
      times.restart();
    }
    ClosedBlocks closed = traffic.openBlocks().closedBlocks();
    double kept = Math.pow(0.5, elapsedSec / CLOSED_HALF_LIFE_SEC);
    closedLately = closed.plus(closedLast, -1).plus(closedLately, kept);
    closedLast = closed;
    long readNanos = traffic.readNanos();
    if (elapsedSec > 0) {
      double keptReaders = Math.pow(0.5, elapsedSec / READERS_HALF_LIFE_SEC);
      double lately = (readNanos - lastReadNanos) / 1e9 / elapsedSec;
      readers = readers * keptReaders + lately * (1 - keptReaders);
    }
    lastReadNanos = readNanos;
  }

  /** What was lately closed on it. */
  ClosedBlocks closedLately() {
    return closedLately;
  }

  State state() {
    return traffic.speed().state();
  }

  boolean isSlow() {
    return traffic.speed().isSlow();
  }

  /** Whether others are compared with it. */
  boolean isUsable() {
    return !isSlow() && !traffic.isHung();
  }

  /** How long it has been in its state. */
  double ageSec(long nowNanos) {
    return (nowNanos - sinceNanos) / 1e9;
  }

  /** For how much of that it had something to do. */
  double workedSec() {
    return workedSec;
  }

  /** For how long it has had nothing to do now. */
  double silentSec() {
    return silentSec;
  }

  /** Changes its state; what it did before no longer counts, unless it is only cleared. */
  void enter(State next, long nowNanos) {
    tell(next, traffic.speed().weight());
    sinceNanos = nowNanos;
    workedSec = 0;
    silentSec = 0;
    isTrialFailed = false;
    if (next != State.IN_SERVICE) {
      times.restart();
    }
  }

  /** It gets no new blocks, for longer each time, up to a limit. */
  void drop(long nowNanos) {
    drops++;
    rest.began(nowNanos);
    rest.ended(nowNanos);
    enter(State.DROPPED, nowNanos);
  }

  /** It is found slow on its trial, which begins anew: one late sync does not end it. */
  void failTrial(long nowNanos) {
    if (isTrialFailed) {
      drop(nowNanos);
    } else {
      enter(State.ON_TRIAL, nowNanos);
      isTrialFailed = true;
    }
  }

  boolean isResting(long nowNanos) {
    return rest.isOn(nowNanos);
  }

  void compared(double ratio) {
    timesSlower = ratio;
  }

  /** Tells what is held of it. */
  void publish(double weight) {
    tell(state(), weight);
  }

  private void tell(State state, double weight) {
    traffic.judged(new Speed(state, weight, readers, times.bytesPerSec(), drops, timesSlower));
  }
}
