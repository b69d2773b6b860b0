package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.choose.space.Tiers.Tier;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceTimes.Comparison;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch;
import org.tieredhdfs.hdfs.datanode.volume.speed.UsualBlock;

/**
 * Measures and judges volumes for the latency-aware policy: a few times a second it reads the
 * traffic of one type's volumes, excludes slow volumes, at most half of them, and sets weights. It
 * takes one back when {@link RecoveryWatch} says so. One late sync may be the doing of processors
 * that have too much to do: a volume has to be found slow twice.
 *
 * <p>It runs on the thread of a request, does no I/O, and only one thread at a time is in it per
 * storage type; the others do not wait.
 */
public final class ServiceJudge {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceJudge.class);

  private static final long INTERVAL_NANOS = 250_000_000L;

  /** The minimum busy times before a volume can be excluded, and before it has a weight. */
  private static final double MIN_DROP_EVIDENCE_SEC = 1;

  private static final double MIN_WEIGHT_EVIDENCE_SEC = 0.2;
  private static final double MAX_WEIGHT = 20;

  /** The minimum factor by which a full volume's share is reduced. */
  private static final double MIN_SPACE_FACTOR = 0.1;

  /** The half-life of the number of readers: a new block shares the volume with current ones. */
  private static final double READERS_HALF_LIFE_SEC = 2;

  private final LatencySettings settings;

  public ServiceJudge(LatencySettings settings) {
    this.settings = settings;
  }

  /** Judges the volumes of a tier if due, unless another thread is doing so. */
  public void judgeIfDue(Tier<?, ?> tier, List<ServiceRecord> records, long nowNanos) {
    long lastNanos = tier.judgedNanos;
    boolean due = lastNanos == 0 || nowNanos - lastNanos >= INTERVAL_NANOS;
    if (due && tier.judging.compareAndSet(false, true)) {
      try {
        judge(records, nowNanos, lastNanos == 0 ? 0 : (nowNanos - lastNanos) / 1e9);
        tier.judgedNanos = nowNanos == 0 ? 1 : nowNanos;
      } finally {
        tier.judging.set(false);
      }
    }
  }

  private void judge(List<ServiceRecord> records, long nowNanos, double elapsedSec) {
    measure(records, nowNanos, elapsedSec);
    UsualTimes usual = usualTimes(records);
    for (ServiceRecord record : records) {
      if (record.takeBackIfRecovered() || isDropped(records, usual, record, nowNanos)) {
        usual = usualTimes(records);
      }
    }
    weigh(records, usual);
    pace(records, elapsedSec);
  }

  private void measure(List<ServiceRecord> records, long nowNanos, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / READERS_HALF_LIFE_SEC);
    for (ServiceRecord record : records) {
      record.traffic.openBlocks().forgetOlderThan(nowNanos, settings.openLimitNanos());
      record.measure(elapsedSec, kept);
    }
    UsualBlock usual =
        ClosedLately.usual(records.stream().map(record -> record.closedLately).toList());
    for (ServiceRecord record : records) {
      record.traffic.openBlocks().expect(usual, nowNanos);
    }
  }

  private static UsualTimes usualTimes(List<ServiceRecord> records) {
    return new UsualTimes(
        records.stream().filter(ServiceJudge::isUsable).map(record -> record.times).toList());
  }

  /** Whether a volume that was in service is no more. */
  private boolean isDropped(
      List<ServiceRecord> records, UsualTimes usual, ServiceRecord record, long nowNanos) {
    long dropped = records.stream().filter(one -> !one.isInService()).count();
    if (!record.isInService() || 2 * (dropped + 1) > records.size()) {
      return false;
    }
    double[] usualSec = usual.secWithout(record.times);
    Comparison beside = compare(records, record, record.times, usualSec);
    Comparison since = compare(records, record, record.since, usualSec);
    boolean isUsualSince = since.ratio() <= settings.dropFactor();
    if (!record.isSlowAgain(isFarSlower(beside), isFarSlower(since), isUsualSince, nowNanos)) {
      return false;
    }
    record.drop();
    LOG.warn(
        "Volume {} gets no more new blocks: it took {} times as long as its peers",
        record.name,
        Math.round(beside.ratio()));
    return true;
  }

  private Comparison compare(
      List<ServiceRecord> records, ServiceRecord record, ServiceTimes times, double[] usualSec) {
    Comparison synced = times.compareSynced(usualSec);
    return isFarSlower(synced) || !isDeviceSlow(records, record) ? synced : times.compare(usualSec);
  }

  private boolean isFarSlower(Comparison beside) {
    return beside.evidenceSec() >= MIN_DROP_EVIDENCE_SEC && beside.ratio() > settings.dropFactor();
  }

  /** Whether its device is slow enough that writers who did not sync can be believed. */
  private boolean isDeviceSlow(List<ServiceRecord> records, ServiceRecord record) {
    List<DeviceTimes> peers =
        records.stream()
            .filter(peer -> peer != record && isUsable(peer))
            .map(peer -> peer.device)
            .toList();
    return record.device.timesSlowerThan(peers) > settings.recoverFactor();
  }

  private static boolean isUsable(ServiceRecord record) {
    return record.isInService() && !record.traffic.isHung();
  }

  private void weigh(List<ServiceRecord> records, UsualTimes usual) {
    double[] usualSec = usual.sec();
    for (ServiceRecord record : records) {
      Comparison beside = record.times.compareSynced(usualSec);
      record.weight =
          beside.evidenceSec() < MIN_WEIGHT_EVIDENCE_SEC ? 1 : relativeSpeed(1 / beside.ratio());
    }
  }

  /**
   * Space is a matter of shares, not of delays: as long as every volume is busy, whatever the
   * queues, each gets what it can do. So a volume with less room than its peers has a pace, and
   * stands back while it is ahead of the mean pace of those with room.
   */
  private void pace(List<ServiceRecord> records, double elapsedSec) {
    double gone = 1 - Math.pow(0.5, elapsedSec / settings.halfLifeSec());
    long mostBytes = records.stream().mapToLong(r -> r.availableBytes).max().orElse(0);
    for (ServiceRecord record : records) {
      record.spaceFactor = spaceFactor((double) record.availableBytes / mostBytes);
      record.pace.addAndGet(-(long) (record.pace.get() * gone));
    }
    double limitBytes =
        records.stream()
            .filter(record -> isUsable(record) && record.spaceFactor >= 1)
            .mapToLong(record -> record.pace.get())
            .average()
            .orElse(Double.POSITIVE_INFINITY);
    for (ServiceRecord record : records) {
      record.paceLimitBytes = limitBytes;
    }
  }

  private double relativeSpeed(double ratio) {
    boolean unknown = Double.isNaN(ratio) || Double.isInfinite(ratio);
    if (unknown || Math.abs(ratio - 1) <= settings.tolerance()) {
      return 1;
    }
    return Math.max(1 / MAX_WEIGHT, Math.min(MAX_WEIGHT, ratio));
  }

  private double spaceFactor(double partOfMost) {
    if (Double.isNaN(partOfMost) || partOfMost >= 1 - settings.tolerance()) {
      return 1;
    }
    return Math.max(MIN_SPACE_FACTOR, Math.pow(partOfMost, settings.spaceWeight()));
  }
}
