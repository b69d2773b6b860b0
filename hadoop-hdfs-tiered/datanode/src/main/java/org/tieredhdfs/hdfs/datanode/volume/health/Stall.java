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
 * @param writes whether one that changes something is kept
 * @param reads whether one that reads is kept
 * @param cutoffNanos how long a call may take, the least of those that are kept
 * @param oldest the one that is kept for longest
 */
record Stall(boolean writes, boolean reads, long cutoffNanos, InFlight oldest) {
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
    long leastNanos = cutoffs.configuredNanos(volume);
    List<InFlight> doubted = new ArrayList<>();
    boolean isWatched = false;
    for (InFlight io : volume.inFlight()) {
      if (io.isIo() && io.ioClass() != IoClass.COPY) {
        long ageNanos = clock.ageNanos(io.startNanos());
        isWatched |= ageNanos >= leastNanos / WATCHED_FROM;
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
    Stall found = null;
    for (InFlight io : doubted) {
      long allowedNanos = cutoffs.nanos(volume, io.ioClass());
      if (isWithoutAnswer(volume, io, allowedNanos, clock)
          && !witness.excuses(volume, io, allowedNanos / 2, clock)) {
        boolean reads = io.ioClass() == IoClass.READ;
        Stall one = new Stall(!reads, reads, allowedNanos, io);
        found = found == null ? one : found.with(one);
      }
    }
    return found;
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

  private Stall with(Stall other) {
    boolean isOlder = other.oldest.startNanos() - oldest.startNanos() < 0;
    return new Stall(
        writes || other.writes,
        reads || other.reads,
        Math.min(cutoffNanos, other.cutoffNanos),
        isOlder ? other.oldest : oldest);
  }

  /** Whether a call, or an operation that consists of calls, is one of those that are kept. */
  boolean keeps(InFlight inFlight, ProcessClock clock) {
    boolean isOfTheKind =
        switch (inFlight.ioClass()) {
          case OPERATION -> true;
          case READ -> reads;
          case COPY -> false;
          default -> writes;
        };
    return isOfTheKind && clock.ageNanos(inFlight.startNanos()) >= cutoffNanos;
  }
}
