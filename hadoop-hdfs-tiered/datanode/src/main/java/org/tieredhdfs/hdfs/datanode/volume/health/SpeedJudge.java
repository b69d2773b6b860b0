package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.tieredhdfs.hdfs.datanode.volume.speed.ClosedBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes.Comparison;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes.Peers;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed.State;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * The part of {@link VolumeJudge} that measures how fast volumes are, and finds those that are far
 * slower than others of their type.
 *
 * <p>One late sync may be the doing of processors that have too much to do: a volume has to be
 * found slow twice before it drops out. Of a type at most half do. Nothing but work tells whether
 * one has recovered. So it is used again after a rest, for few blocks, and stays if these take it
 * no longer than its peers; if they do, the next rest is longer. Used by one thread; does no I/O.
 */
public final class SpeedJudge {
  /** How often it looks. */
  static final long INTERVAL_NANOS = 250_000_000;

  /** The minimum busy times before a volume can be excluded, and before it has a weight. */
  private static final double MIN_DROP_EVIDENCE_SEC = 1;

  private static final double MIN_WEIGHT_EVIDENCE_SEC = 0.2;
  private static final double MAX_WEIGHT = 20;

  /** A suspicion that nothing confirms is forgotten after so many half-lives. */
  private static final int SUSPECTED_HALF_LIVES = 4;

  /** Of work: when the device may show that it has recovered, and when nothing need be shown. */
  private static final double DEVICE_TRIAL_SEC = 10;

  private static final double LONGEST_TRIAL_SEC = 60;

  /**
   * A volume on trial that has had no work for so long is in service. Writers pause for less, and
   * the NameNode waits for longer before it has replicas copied, by default.
   */
  private static final double LONGEST_SILENCE_SEC = 480;

  private final LatencySettings settings;
  private final Map<VolumeTraffic, SpeedRecord> records = new HashMap<>();
  private long lookedNanos;
  private boolean hasLooked;

  public SpeedJudge(LatencySettings settings) {
    this.settings = settings;
  }

  LatencySettings settings() {
    return settings;
  }

  /** Whether it is time for a look. */
  boolean isDue(long nowNanos) {
    return !hasLooked || nowNanos - lookedNanos >= INTERVAL_NANOS;
  }

  /** Looks at all volumes, by type. */
  public void look(Collection<List<VolumeTraffic>> byType, long nowNanos) {
    double elapsedSec = hasLooked ? (nowNanos - lookedNanos) / 1e9 : 0;
    lookedNanos = nowNanos;
    hasLooked = true;
    Set<VolumeTraffic> all = new HashSet<>();
    byType.forEach(all::addAll);
    records.keySet().retainAll(all);
    for (List<VolumeTraffic> ofType : byType) {
      look(ofType.stream().map(this::record).toList(), nowNanos, elapsedSec);
    }
  }

  private SpeedRecord record(VolumeTraffic traffic) {
    return records.computeIfAbsent(
        traffic, added -> new SpeedRecord(added, settings.halfLifeSec()));
  }

  private void look(List<SpeedRecord> ofType, long nowNanos, double elapsedSec) {
    measure(ofType, nowNanos, elapsedSec);
    for (SpeedRecord record : ofType) {
      if (!record.traffic.isHung()) {
        judge(record, ofType, nowNanos);
      }
    }
    // Weights are to fit together: all are weighed against the same, themselves among them
    Peers usable = usable(ofType, any -> true, false);
    ofType.forEach(record -> record.publish(weight(record, usable)));
  }

  private void measure(List<SpeedRecord> ofType, long nowNanos, double elapsedSec) {
    ClosedBlocks closed = ClosedBlocks.NONE;
    for (SpeedRecord record : ofType) {
      record.traffic.openBlocks().forgetOlderThan(nowNanos, settings.openLimitNanos());
      record.measure(nowNanos, elapsedSec);
      closed = closed.plus(record.closedLately(), 1);
    }
    for (SpeedRecord record : ofType) {
      record.traffic.openBlocks().expect(closed, nowNanos);
    }
  }

  private static Peers usable(
      List<SpeedRecord> ofType, Predicate<SpeedRecord> which, boolean isFasterOfTwo) {
    return new Peers(
        ofType.stream()
            .filter(record -> which.test(record) && record.isUsable())
            .map(record -> record.times)
            .toList(),
        isFasterOfTwo);
  }

  private void judge(SpeedRecord record, List<SpeedRecord> ofType, long nowNanos) {
    if (record.state() == State.DROPPED) {
      if (!record.isResting(nowNanos)) {
        record.enter(State.ON_TRIAL, nowNanos);
      }
      return;
    }
    // To have recovered is to be as fast as the sound half, even if the other one is slow, too
    boolean isOnTrial = record.state() == State.ON_TRIAL;
    Peers peers = usable(ofType, other -> other != record, isOnTrial);
    double deviceRatio = record.times.compareDevice(peers);
    Comparison synced = record.times.compareSynced(peers);
    // Writers who did not sync are believed if the device is slow, too
    boolean isBelieved = deviceRatio > settings.recoverFactor() && !isFarSlower(synced);
    Comparison beside = isBelieved ? record.times.compare(peers) : synced;
    record.compared(beside.ratio());
    switch (record.state()) {
      case IN_SERVICE -> {
        if (isFarSlower(beside)) {
          record.enter(State.SUSPECTED, nowNanos);
        }
      }
      case SUSPECTED -> {
        boolean isOld = record.ageSec(nowNanos) >= SUSPECTED_HALF_LIVES * settings.halfLifeSec();
        if (isFarSlower(beside)) {
          dropIfAllowed(record, ofType, nowNanos);
        } else if (isOld && beside.ratio() <= settings.dropFactor()) {
          record.enter(State.IN_SERVICE, nowNanos);
        }
      }
      default -> {
        if (isFarSlower(beside)) {
          record.failTrial(nowNanos);
        } else if (isTrialOver(record, synced, deviceRatio)) {
          record.enter(State.IN_SERVICE, nowNanos);
        }
      }
    }
  }

  private boolean isFarSlower(Comparison beside) {
    return beside.evidenceSec() >= MIN_DROP_EVIDENCE_SEC && beside.ratio() > settings.dropFactor();
  }

  private void dropIfAllowed(SpeedRecord record, List<SpeedRecord> ofType, long nowNanos) {
    long usable = ofType.stream().filter(SpeedRecord::isUsable).count();
    if (2 * (usable - 1) >= ofType.size()) {
      record.drop(nowNanos);
    }
  }

  /**
   * Whether a volume that was not found slow on its trial goes back into service: by its synced
   * deliveries, else by its device, and if neither says anything, when the time is up.
   */
  private boolean isTrialOver(SpeedRecord record, Comparison synced, double deviceRatio) {
    boolean isShown = synced.evidenceSec() >= MIN_WEIGHT_EVIDENCE_SEC;
    if ((isShown && synced.ratio() <= settings.recoverFactor())
        || record.silentSec() >= LONGEST_SILENCE_SEC) {
      return true;
    }
    if (deviceRatio > settings.recoverFactor()) {
      return false;
    }
    boolean isDeviceEnough = !isShown && !Double.isNaN(deviceRatio);
    return record.workedSec() >= (isDeviceEnough ? DEVICE_TRIAL_SEC : LONGEST_TRIAL_SEC);
  }

  private double weight(SpeedRecord record, Peers usable) {
    Comparison beside = record.times.compareSynced(usable);
    double ratio = 1 / beside.ratio();
    if (beside.evidenceSec() < MIN_WEIGHT_EVIDENCE_SEC || !Double.isFinite(ratio)) {
      // What it did before is forgotten because it is suspected, which is no reason for more
      return record.state() == State.SUSPECTED ? record.traffic.speed().weight() : 1;
    }
    return Math.abs(ratio - 1) <= settings.tolerance()
        ? 1
        : Math.max(1 / MAX_WEIGHT, Math.min(MAX_WEIGHT, ratio));
  }
}
