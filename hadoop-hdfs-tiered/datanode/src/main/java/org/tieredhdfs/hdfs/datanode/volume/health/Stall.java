package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.CanaryState;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * A stalled volume: its calls take longer than clients should wait.
 *
 * @param writeNanos how long a call may take that changes something, the least of those that are
 *     kept; {@link Cutoffs#NEVER} if none is
 * @param readNanos the same of calls that read
 * @param writerNanos how long a writer's call may take in any case
 */
record Stall(long writeNanos, long readNanos, long writerNanos) {
  /** The part of its time after which a call's device is watched. */
  private static final int WATCHED_FROM = 4;

  /**
   * Looks at a volume's calls in flight; one that takes half of what it may is doubted, and the
   * volume asked for an answer to something else.
   *
   * @return null if it keeps none for too long
   */
  static @Nullable Stall find(
      VolumeState volume, Cutoffs cutoffs, DeviceWitness witness, ProcessClock clock) {
    long leastNanos = cutoffs.leastNanos(volume);
    List<InFlight> doubted = new ArrayList<>();
    boolean isWatched = false;
    for (InFlight io : volume.inFlight()) {
      if (mayStall(io)) {
        long ageNanos = clock.ageNanos(io.startNanos());
        isWatched |= ageNanos >= watchedFromNanos(leastNanos);
        if (ageNanos >= leastNanos / 2) {
          doubted.add(io);
        }
      }
    }
    if (isWatched) {
      witness.watch(volume, clock.nowNanos());
    } else {
      witness.forget(volume);
    }
    long readNanos = Cutoffs.NEVER;
    long writeNanos = Cutoffs.NEVER;
    for (InFlight io : doubted) {
      long allowedNanos = cutoffs.nanos(volume, io);
      if (allowedNanos != Cutoffs.NEVER
          && isWithoutAnswer(volume, io, allowedNanos, clock)
          && !witness.excuses(volume, io, allowedNanos / 2, clock)) {
        if (io.ioClass() == IoClass.READ) {
          readNanos = Math.min(readNanos, allowedNanos);
        } else {
          writeNanos = Math.min(writeNanos, allowedNanos);
        }
      }
    }
    return readNanos == Cutoffs.NEVER && writeNanos == Cutoffs.NEVER
        ? null
        : new Stall(writeNanos, readNanos, cutoffs.configuredNanos(volume));
  }

  /** Whether a call may ever be found to take too long. */
  private static boolean mayStall(InFlight io) {
    return io.isIo() && io.ioClass() != IoClass.COPY;
  }

  /**
   * The age of a call from which its device is watched; younger ones are of no interest.
   *
   * @param leastNanos how long a call may take on the volume, at least
   */
  static long watchedFromNanos(long leastNanos) {
    return leastNanos / WATCHED_FROM;
  }

  /** The age of a volume's oldest call when the clock was last read; 0 if there is none. */
  static long oldestNanos(VolumeState volume, ProcessClock clock) {
    long oldestNanos = 0;
    for (InFlight io : volume.inFlight()) {
      if (mayStall(io)) {
        oldestNanos = Math.max(oldestNanos, clock.ageNanos(io.startNanos()));
      }
    }
    return oldestNanos;
  }

  /** Whether a call's time is up; asks for a canary before that, halfway. */
  private static boolean isWithoutAnswer(
      VolumeState volume, InFlight io, long allowedNanos, ProcessClock clock) {
    CanaryState canary = volume.canary();
    long sinceNanos = canary.readExcusedNanos(io);
    boolean isExcusedRead = sinceNanos != io.startNanos();
    if (io.isDone() || (!isExcusedRead && canary.excuses(io))) {
      return false;
    }
    // The volume answered meanwhile; it gets time for the next canary
    long limitNanos = isExcusedRead ? 2 * allowedNanos : allowedNanos;
    long ageNanos = clock.ageNanos(sinceNanos);
    if (ageNanos >= limitNanos / 2 && ageNanos < limitNanos) {
      canary.askSince(sinceNanos);
    }
    return ageNanos >= limitNanos;
  }

  boolean writes() {
    return writeNanos != Cutoffs.NEVER;
  }

  boolean reads() {
    return readNanos != Cutoffs.NEVER;
  }

  /** Whether a call, or an operation that consists of calls, is one of those that are kept. */
  boolean keeps(InFlight inFlight, ProcessClock clock) {
    long keptNanos =
        switch (inFlight.ioClass()) {
          case OPERATION -> Math.min(readNanos, writeNanos);
          case READ -> readNanos;
          case COPY -> Cutoffs.NEVER;
          default -> writeNanos;
        };
    long ageNanos = clock.ageNanos(inFlight.startNanos());
    return ageNanos >= keptNanos && (ageNanos >= writerNanos || Cutoffs.isOfReader(inFlight));
  }
}
