package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.conf.FailSlowKeys;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Judgement;
import org.tieredhdfs.hdfs.datanode.volume.Rounds;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/**
 * The one judge of how volumes serve: a thread that looks at the calls in flight, weighs the
 * evidence, and gives each volume a {@link Judgement}, from which all else follows.
 *
 * <p>The evidence is that of {@link Look}, what other volumes of the machine and of the type do,
 * what is known of other DataNodes ({@link Suspicions}), and how long work takes ({@link
 * SpeedJudge}). It does no I/O and takes no lock. While no call is in flight, and nothing is left
 * to write, it sleeps.
 */
public final class VolumeJudge implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeJudge.class);
  private static final long SHORTEST_PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long IDLE_PACE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** By this the least time is divided for the pause between two looks at a watched call. */
  private static final int LOOKS = 16;

  private final VolumeRegistry registry;
  private final Cutoffs cutoffs;
  private final double maxShare;
  private final long checkIntervalNanos;
  private final long probationNanos;
  private final RefusedReaders readers;
  private final Suspicions suspicions;
  private final SpeedWatch speeds;
  private final DeviceWitness witness;
  private final Consumer<VolumeState> onReadsStuck;
  private final LongSupplier nanoClock;
  private final ProcessClock clock;
  private final ClientCutter cutter;
  private final Map<VolumeState, Probation> probations = new WeakHashMap<>();
  private final Thread thread = new Thread(this, "judge of volumes");
  private boolean isMachineSlow;
  private volatile boolean closed;

  /**
   * @param readers takes note of those that are dropped
   * @param writeback knows the devices of volumes
   * @param onReadsStuck hears of a volume whose reads begin to be stuck, and must not wait
   */
  public VolumeJudge(
      VolumeRegistry registry,
      Configuration conf,
      RefusedReaders readers,
      Suspicions suspicions,
      WritebackWatch writeback,
      Consumer<VolumeState> onReadsStuck,
      LongSupplier nanoClock) {
    this.registry = registry;
    this.cutoffs = suspicions.cutoffs();
    this.maxShare = FailSlowKeys.MAX_SHARE.getDouble(conf);
    this.checkIntervalNanos =
        TimeUnit.MILLISECONDS.toNanos(DatanodeKeys.HANG_CHECK_INTERVAL.getDurationMs(conf));
    this.probationNanos = TimeUnit.MILLISECONDS.toNanos(FailSlowKeys.PROBATION.getDurationMs(conf));
    this.readers = readers;
    this.suspicions = suspicions;
    this.speeds = new SpeedWatch(registry, writeback);
    this.witness = new DeviceWitness(writeback::ownDevice);
    this.onReadsStuck = onReadsStuck;
    this.nanoClock = nanoClock;
    this.clock = new ProcessClock(nanoClock.getAsLong());
    this.cutter = new ClientCutter(cutoffs, readers, clock);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    Rounds.run(
        thread.getName(),
        () -> closed,
        () -> {
          long paceNanos = paceNanos();
          boolean wasIdle = registry.bell().sleep(this::isIdle, IDLE_PACE_NANOS, paceNanos);
          look(wasIdle ? IDLE_PACE_NANOS : paceNanos);
          registry.forgetClosed();
        });
  }

  /** Whether nothing changes until the next call. */
  boolean isIdle() {
    return registry.all().stream()
        .allMatch(
            volume ->
                volume.inFlight().isEmpty()
                    && volume.traffic().backlog().bytes() == 0
                    && isSettled(volume.condition()));
  }

  /** Whether a condition is good until the next call: a slow volume may rest for longer. */
  private static boolean isSettled(VolumeCondition condition) {
    return condition == VolumeCondition.IN_SERVICE || condition == VolumeCondition.SLOW;
  }

  /**
   * The pause before the next look: short while a call is watched, else until the first time at
   * which one could be, whether it runs already or begins now. Most calls end before that.
   */
  long paceNanos() {
    long shortest = Math.min(checkIntervalNanos, SpeedJudge.INTERVAL_NANOS);
    for (VolumeState volume : registry.all()) {
      long restNanos = Look.watchedNanos(volume, cutoffs) - oldestNanos(volume);
      shortest = Math.min(shortest, Math.max(cutoffs.leastNanos(volume) / LOOKS, restNanos));
    }
    return Math.max(SHORTEST_PACE_NANOS, shortest);
  }

  /** The age of a volume's oldest call when the clock was last read; 0 if there is none. */
  private long oldestNanos(VolumeState volume) {
    return volume.inFlight().stream()
        .filter(Look::mayBeStuck)
        .mapToLong(io -> clock.ageNanos(io.startNanos()))
        .max()
        .orElse(0);
  }

  /**
   * Looks at all volumes once.
   *
   * @param paceNanos how long after the last look this one was meant to come
   */
  void look(long paceNanos) {
    clock.tick(nanoClock.getAsLong(), paceNanos);
    Collection<VolumeState> volumes = registry.all();
    speeds.lookIfDue(volumes, clock.nowNanos());
    Map<VolumeState, Findings> found = new LinkedHashMap<>();
    for (VolumeState volume : volumes) {
      found.put(volume, new Look(volume, cutoffs, witness, clock).findings());
    }
    int mostVolumes = Math.max(1, (int) (maxShare * volumes.size()));
    long stalled = found.values().stream().filter(Findings::isStalled).count();
    boolean areTooMany = stalled > mostVolumes;
    if (areTooMany && !isMachineSlow) {
      LOG.warn("Cutting nobody off: {} of {} volumes do not answer", stalled, volumes.size());
    }
    isMachineSlow = areTooMany;
    suspicions.note(found);
    Set<VolumeState> hidden = suspicions.hidden(found);
    forgetReaders(found);
    found.forEach((volume, one) -> judge(volume, one, hidden.contains(volume)));
    if (!isMachineSlow) {
      dropLoneReaders(found, mostVolumes);
    }
  }

  private void judge(VolumeState volume, Findings found, boolean isHidden) {
    Judgement before = volume.judgement();
    Judgement after = judgement(volume, found, isHidden);
    volume.judged(after);
    tell(volume, before, after);
    if (!before.areReadsStuck() && after.areReadsStuck()) {
      onReadsStuck.accept(volume);
    }
    if (found.isStalled() && !isMachineSlow) {
      cutter.cutOff(volume, found, nodes -> suspicions.canSpare(volume, nodes));
    }
  }

  private Judgement judgement(VolumeState volume, Findings found, boolean isHidden) {
    long nowNanos = clock.nowNanos();
    Probation probation =
        probations.computeIfAbsent(volume, any -> new Probation(probationNanos, 1, 4));
    boolean wasHung = volume.judgement().hang() != null;
    if (found.hang() != null) {
      if (!wasHung) {
        probation.began(nowNanos);
      }
      return Judgement.hung(found.hang(), isHidden);
    }
    if (wasHung) {
      probation.ended(nowNanos);
    }
    if (found.isStalled() && !isMachineSlow) {
      return Judgement.stalled(found.areReadsStuck(), found.areWritesStuck());
    }
    boolean isSlow = volume.traffic().speed().isSlow();
    // The NameNode takes a suspected volume for a sound one, so a slow one stays slow
    if (!isSlow && (found.isStalled() || found.isSuspected())) {
      return Judgement.of(VolumeCondition.SUSPECTED);
    }
    if (probation.isOn(nowNanos)) {
      return Judgement.of(VolumeCondition.ON_PROBATION);
    }
    return isSlow ? Judgement.of(VolumeCondition.SLOW) : Judgement.IN_SERVICE;
  }

  private void tell(VolumeState volume, Judgement before, Judgement after) {
    Judgement.Hang hang = after.hang();
    if (before.hang() == null && hang != null) {
      volume.metrics().hangs.incr();
      LOG.error(
          "Volume {} does not answer; {}. {}",
          volume,
          after.isHidden()
              ? "until it does, it gets no new blocks and reports no room"
              : "it stays in use, because too few others are known to answer",
          hang.report());
    } else if (before.hang() != null && hang == null) {
      LOG.warn(
          "Volume {} answers again after {} ms{}",
          volume,
          (clock.nowNanos() - before.hang().sinceNanos()) / 1_000_000,
          after.condition() == VolumeCondition.ON_PROBATION
              ? "; it has hung too often and is on probation"
              : "");
    }
  }

  private void forgetReaders(Map<VolumeState, Findings> found) {
    Set<VolumeState> kept = new HashSet<>();
    found.forEach(
        (volume, one) -> {
          boolean isStuck = one.isStalled() && !isMachineSlow;
          if (isStuck
              || !one.loneReads().isEmpty()
              || (one.hang() != null && one.hang().reading())) {
            kept.add(volume);
          }
        });
    readers.refuseOnlyOn(kept);
  }

  /** Where many volumes have such reads at once, the machine is slow. */
  private void dropLoneReaders(Map<VolumeState, Findings> found, int mostVolumes) {
    Map<VolumeState, List<InFlight>> waiting = new HashMap<>();
    found.forEach(
        (volume, one) ->
            waiting.put(volume, one.loneReads().stream().filter(ClientCutter::isWaiting).toList()));
    waiting.values().removeIf(List::isEmpty);
    if (waiting.size() <= mostVolumes) {
      waiting.forEach((volume, reads) -> reads.forEach(read -> cutter.dropReader(volume, read)));
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
