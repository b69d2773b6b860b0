package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.CanaryState;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Judgement.Hang;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * One look at a volume: weighs the evidence on each call that takes long.
 *
 * <p>A call is without an answer if it takes longer than it may, no other of its kind that began
 * later has come back, the canary among them, and the device has completed nothing of its kind for
 * half of that time. Time in which the whole process was stopped is no time of a call. Used by one
 * thread, for the one look; does no I/O but for the kernel's counters.
 */
final class Look {
  /** The part of the least time that a call may take after which it is of interest. */
  static final int WATCHED_FROM = 4;

  private static final int REPORTED_FRAMES = 25;

  private final VolumeState volume;
  private final Cutoffs cutoffs;
  private final DeviceWitness witness;
  private final ProcessClock clock;
  private final Map<IoClass, Long> usualNanos = new EnumMap<>(IoClass.class);
  private @Nullable Map<Thread, ClientTransfer> clients;

  Look(VolumeState volume, Cutoffs cutoffs, DeviceWitness witness, ProcessClock clock) {
    this.volume = volume;
    this.cutoffs = cutoffs;
    this.witness = witness;
    this.clock = clock;
  }

  /** Looks at the calls in flight; asks for a canary where one is doubted. */
  Findings findings() {
    long watchedNanos = watchedNanos(volume, cutoffs);
    List<InFlight> late =
        volume.inFlight().stream()
            .filter(io -> mayBeStuck(io) && ageNanos(io) >= watchedNanos)
            .toList();
    if (late.isEmpty()) {
      witness.forget(volume);
      return Findings.NONE;
    }
    witness.watch(volume, clock.nowNanos());
    return Findings.of(late, this);
  }

  /** The age from which on a call on a volume is of interest. */
  static long watchedNanos(VolumeState volume, Cutoffs cutoffs) {
    return cutoffs.leastNanos(volume) / WATCHED_FROM;
  }

  /** Whether a call says anything of its volume. */
  static boolean mayBeStuck(InFlight io) {
    return io.isIo() && io.ioClass() != IoClass.COPY;
  }

  private long ageNanos(InFlight io) {
    return clock.ageNanos(io.startNanos());
  }

  /** Whether a client that reads waits for a call. */
  boolean isOfReader(InFlight io) {
    Map<Thread, ClientTransfer> known = clients;
    if (known == null) {
      // Once for all calls: to find the client of one thread takes as long as to list them
      known = Transfers.byThread();
      clients = known;
    }
    ClientTransfer client = known.get(io.thread());
    return client != null && client.isOfReader();
  }

  long allowedNanos(InFlight io, boolean isOfReader) {
    long usual =
        usualNanos.computeIfAbsent(io.ioClass(), ioClass -> volume.history(ioClass).usualNanos());
    return cutoffs.nanos(volume, usual, isOfReader);
  }

  /** Whether a call's time is up, without an answer of its volume. */
  boolean isWithoutAnswer(InFlight io, long allowedNanos) {
    return allowedNanos != Cutoffs.NEVER
        && isUnanswered(io, allowedNanos)
        && !witness.excuses(volume, io, allowedNanos / 2, clock);
  }

  /** The same for half of the time; asks for a canary, which has the other half to come back. */
  boolean isDoubted(InFlight io, long allowedNanos) {
    long leastNanos = Math.min(allowedNanos, io.allowedNanos()) / 2;
    if (!isUnanswered(io, leastNanos)) {
      return false;
    }
    volume.canary().askSince(volume.canary().readExcusedNanos(io));
    return !witness.excuses(volume, io, leastNanos / 2, clock);
  }

  private boolean isUnanswered(InFlight io, long allowedNanos) {
    CanaryState canary = volume.canary();
    long sinceNanos = canary.readExcusedNanos(io);
    boolean isExcusedRead = sinceNanos != io.startNanos();
    if (io.isDone() || (!isExcusedRead && canary.excuses(io))) {
      return false;
    }
    // The volume answered meanwhile; it gets time for the next canary
    long limitNanos = isExcusedRead ? 2 * allowedNanos : allowedNanos;
    return clock.ageNanos(sinceNanos) >= limitNanos;
  }

  /** Whether one read takes far too long, whatever speaks for the volume. */
  boolean isLone(InFlight read) {
    long usual = usualNanos.getOrDefault(IoClass.READ, 0L);
    return !read.isDone() && ageNanos(read) >= cutoffs.loneReadNanos(volume, usual);
  }

  /**
   * A hang of the volume, with the stack of a call where it begins.
   *
   * @param oldest of the calls that are stuck
   * @param isReading whether one of them reads
   */
  Hang hang(InFlight oldest, boolean isReading) {
    Hang known = volume.judgement().hang();
    String report = known != null ? known.report() : report(oldest);
    return new Hang(oldest.startNanos(), isReading, report);
  }

  private String report(InFlight io) {
    String stack =
        Arrays.stream(io.thread().getStackTrace())
            .limit(REPORTED_FRAMES)
            .map(frame -> "\n    at " + frame)
            .collect(Collectors.joining());
    return String.format(
        "%s for %d ms in thread %s%s",
        io.name(), io.ageMs(clock.nowNanos()), io.thread().getName(), stack);
  }
}
