package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Rounds;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * A thread that cuts off clients that wait for a stalled volume, so that they continue with other
 * replicas.
 *
 * <p>It does no I/O and takes no lock. A client is cut off by a shutdown of its connection, which
 * each neighbour in a pipeline, stock or not, takes for the failure of this very DataNode; the
 * thread that is stuck finds out when the volume answers, and leaves as after any broken pipeline.
 * Nobody is cut off when more volumes than a given share are without an answer, since that is no
 * fault of theirs, and pauses of the whole process count for nothing. The idea of cutting at a
 * fraction of the client's own patience is that of CockroachDB's WAL failover.
 */
public final class CutoffWatchdog implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CutoffWatchdog.class);
  private static final long SHORTEST_PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * By this the least cut-off time is divided for the pause between two looks at a watched call.
   */
  private static final int LOOKS = 16;

  private final VolumeRegistry registry;
  private final Cutoffs cutoffs;
  private final double maxShare;
  private final RefusedReaders readers;
  private final DeviceWitness witness;
  private final Consumer<VolumeState> onReadsStall;
  private final LongSupplier nanoClock;
  private final ProcessClock clock;
  private final Thread thread = new Thread(this, "cut-off watchdog of volumes");
  private boolean isSpared;
  private volatile boolean closed;

  /**
   * @param maxShare of the volumes that may be without an answer at once
   * @param readers takes note of those that are dropped
   * @param devices of a volume that has one for itself
   * @param onReadsStall hears of a volume whose reads begin to stall, and must not wait
   */
  public CutoffWatchdog(
      VolumeRegistry registry,
      Cutoffs cutoffs,
      double maxShare,
      RefusedReaders readers,
      Function<VolumeState, @Nullable BlockDevice> devices,
      Consumer<VolumeState> onReadsStall,
      LongSupplier nanoClock) {
    this.registry = registry;
    this.cutoffs = cutoffs;
    this.maxShare = maxShare;
    this.readers = readers;
    this.witness = new DeviceWitness(devices);
    this.onReadsStall = onReadsStall;
    this.nanoClock = nanoClock;
    this.clock = new ProcessClock(nanoClock.getAsLong());
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    Rounds.run(
        "cut-off watchdog",
        () -> closed,
        () -> {
          long paceNanos = paceNanos();
          TimeUnit.NANOSECONDS.sleep(paceNanos);
          look(paceNanos);
        });
  }

  /**
   * The pause before the next look: short while a call is watched, else until the first time at
   * which one could be, whether it runs already or begins now. Most calls end before that.
   */
  long paceNanos() {
    long shortest = LONGEST_PACE_NANOS;
    for (VolumeState volume : registry.all()) {
      long leastNanos = cutoffs.leastNanos(volume);
      long restNanos = Stall.watchedFromNanos(leastNanos) - Stall.oldestNanos(volume, clock);
      shortest = Math.min(shortest, Math.max(leastNanos / LOOKS, restNanos));
    }
    return Math.max(SHORTEST_PACE_NANOS, shortest);
  }

  /**
   * Looks at all volumes once.
   *
   * @param paceNanos how long after the last look this one was meant to come
   */
  void look(long paceNanos) {
    clock.tick(nanoClock.getAsLong(), paceNanos);
    Map<VolumeState, Stall> stalls = new HashMap<>();
    Map<VolumeState, List<InFlight>> loneReads = new HashMap<>();
    Collection<VolumeState> volumes = registry.all();
    for (VolumeState volume : volumes) {
      Stall stall = Stall.find(volume, cutoffs, witness, clock);
      List<InFlight> reads = LoneReads.find(volume, cutoffs, clock);
      if (stall != null) {
        stalls.put(volume, stall);
      }
      if (!reads.isEmpty()) {
        loneReads.put(volume, reads);
      }
    }
    int mostVolumes = Math.max(1, (int) (maxShare * volumes.size()));
    boolean areTooMany = stalls.size() > mostVolumes;
    if (areTooMany && !isSpared) {
      LOG.warn("Cutting nobody off: {} of {} volumes do not answer", stalls.size(), volumes.size());
    }
    isSpared = areTooMany;
    if (areTooMany) {
      stalls.clear();
    }
    forgetReaders(volumes, stalls, loneReads);
    for (VolumeState volume : volumes) {
      Stall stall = stalls.get(volume);
      boolean didKeepReaders = volume.keepsReaders();
      volume.keeps(stall != null && stall.writes(), stall != null && stall.reads());
      if (stall != null) {
        cutOff(volume, stall);
      }
      if (!didKeepReaders && volume.keepsReaders()) {
        onReadsStall.accept(volume);
      }
    }
    if (!areTooMany) {
      dropWaiting(loneReads, mostVolumes);
    }
  }

  private void forgetReaders(
      Collection<VolumeState> volumes,
      Map<VolumeState, Stall> stalls,
      Map<VolumeState, List<InFlight>> loneReads) {
    Set<VolumeState> kept = new HashSet<>(stalls.keySet());
    kept.addAll(loneReads.keySet());
    for (VolumeState volume : volumes) {
      if (volume.isHungForReads()) {
        kept.add(volume);
      }
    }
    readers.keepOnly(kept);
  }

  /** Where many volumes have such reads at once, the machine is slow. */
  private void dropWaiting(Map<VolumeState, List<InFlight>> loneReads, int mostVolumes) {
    loneReads.values().forEach(reads -> reads.removeIf(read -> !LoneReads.isWaiting(read)));
    loneReads.values().removeIf(List::isEmpty);
    if (loneReads.size() <= mostVolumes) {
      loneReads.forEach(
          (volume, reads) -> reads.forEach(read -> dropOf(volume, read, "does not return a read")));
    }
  }

  private void cutOff(VolumeState volume, Stall stall) {
    for (InFlight inFlight : volume.inFlight()) {
      if (stall.keeps(inFlight, clock)) {
        dropOf(volume, inFlight, "does not answer");
      }
    }
  }

  private void dropOf(VolumeState volume, InFlight inFlight, String why) {
    ClientTransfer transfer = Transfers.of(inFlight.thread());
    if (transfer != null
        && cutoffs.includes(transfer)
        && !inFlight.isDone()
        && drop(volume, transfer)) {
      count(transfer, volume);
      LOG.warn(
          "Volume {} {}: cut off {} after {} ms in {}",
          volume,
          why,
          transfer,
          TimeUnit.NANOSECONDS.toMillis(clock.ageNanos(inFlight.startNanos())),
          inFlight.name());
    }
  }

  /** A reader retries here once it has used what it had received, and is refused then. */
  private boolean drop(VolumeState volume, ClientTransfer transfer) {
    if (transfer.kind() == ClientTransfer.Kind.READ && !transfer.isDropped()) {
      readers.dropped(volume, transfer.clientName(), transfer.blockId());
    }
    return transfer.drop();
  }

  private static void count(ClientTransfer transfer, VolumeState volume) {
    if (transfer.kind() == ClientTransfer.Kind.WRITE) {
      volume.metrics().addCutOffWriter();
    } else {
      volume.metrics().addDroppedReader();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
