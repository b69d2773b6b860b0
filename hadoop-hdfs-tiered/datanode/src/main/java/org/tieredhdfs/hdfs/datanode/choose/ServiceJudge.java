package org.tieredhdfs.hdfs.datanode.choose;

import java.util.Arrays;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.choose.Standing.Phase;
import org.tieredhdfs.hdfs.datanode.choose.Standing.State;

/**
 * The part of the latency-aware policy that measures and judges: a few times a second it reads what
 * the volumes of one type have delivered, lets volumes drop out and come back, and sets weights.
 *
 * <p>It runs on the thread of a request, does no I/O, and only one thread at a time is in it per
 * storage type; the others do not wait.
 */
final class ServiceJudge {
  private static final Logger LOG = LoggerFactory.getLogger(LatencyAwareVolumeChoosingPolicy.class);

  /** A volume is dropped on no less busy time than this. */
  private static final double MIN_DROP_EVIDENCE_SEC = 1;

  /** However fast or slow a volume is, it counts no more than this many times the median. */
  private static final double MAX_WEIGHT = 20;

  /** However full a volume is, that alone makes it no more than this many times slower. */
  private static final double MIN_SPACE_FACTOR = 0.1;

  private final LatencySettings settings;

  ServiceJudge(LatencySettings settings) {
    this.settings = settings;
  }

  void judge(Lineup<?, ServiceRecord> lineup, long nowNanos, double elapsedSec) {
    measure(lineup, nowNanos, elapsedSec);
    for (int i = 0; i < lineup.size(); i++) {
      judge(lineup, i, nowNanos);
    }
    weigh(lineup);
    pace(lineup, elapsedSec);
  }

  private void measure(Lineup<?, ServiceRecord> lineup, long nowNanos, double elapsedSec) {
    boolean reported =
        lineup.records().stream().anyMatch(record -> record.traffic.openBlocks().isReported());
    for (int i = 0; i < lineup.size(); i++) {
      ServiceRecord record = lineup.record(i);
      record.blocksReported = reported;
      record.traffic.openBlocks().forgetOlderThan(nowNanos, settings.openLimitNanos());
      record.residentUsers = Math.min(record.residentUsers, ServiceRecord.users(lineup.volume(i)));
      if (record.traffic.isMetered()) {
        record.traffic.sample(record.speed, elapsedSec);
      } else if (settings.profilingPercent() > 0) {
        record.profiled.poll(
            lineup.volume(i).getMetrics(), settings.profilingPercent(), elapsedSec);
        record.speed.sample(
            record.chosenBytes.sum(), record.profiled.totalBusySec(), 0, 0, elapsedSec);
      }
    }
  }

  private void judge(Lineup<?, ServiceRecord> lineup, int index, long nowNanos) {
    ServiceRecord record = lineup.record(index);
    Phase phase = record.standing.phase();
    if (phase.state() == State.IN_SERVICE) {
      double peersBytesPerSec = medianOfPeers(lineup, record);
      if (record.speed.evidenceSec() >= MIN_DROP_EVIDENCE_SEC
          && record.speed.bytesPerSec() * settings.dropFactor() < peersBytesPerSec) {
        record.standing.drop(nowNanos);
        LOG.warn(
            "Volume {} drops out: it delivers {} bytes/s, its peers {}",
            record.name,
            Math.round(record.speed.bytesPerSec()),
            Math.round(peersBytesPerSec));
      }
    } else if (phase.state() == State.PROBED
        && isProbeOver(record, lineup.volume(index), phase, nowNanos)) {
      judgeProbe(lineup, record, nowNanos);
    }
  }

  private boolean isProbeOver(
      ServiceRecord record, FsVolumeSpi volume, Phase phase, long nowNanos) {
    if (record.blocksReported) {
      return record.traffic.openBlocks().isQuietSince(phase.sinceNanos());
    }
    return nowNanos - phase.sinceNanos() >= settings.probeIntervalNanos()
        && ServiceRecord.users(volume) <= phase.usersBefore();
  }

  private void judgeProbe(Lineup<?, ServiceRecord> lineup, ServiceRecord record, long nowNanos) {
    double peersBytesPerSec = medianOfPeers(lineup, record);
    double bytesPerSec = record.speed.hintBytesPerSec();
    // Every operation is metered and yet there was none: the block never got that far. Samples, on
    // the other hand, may miss a fast volume altogether.
    boolean noSignOfLife = Double.isNaN(bytesPerSec) && record.traffic.isMetered();
    if (noSignOfLife || bytesPerSec * settings.recoverFactor() < peersBytesPerSec) {
      record.standing.probeFailed(nowNanos);
      return;
    }
    record.standing.takeBack(nowNanos);
    LOG.info(
        "Volume {} is back: it delivered {} bytes/s in a probe, its peers {}",
        record.name,
        bytesPerSec,
        peersBytesPerSec);
  }

  /** Not a number if there is no other volume in service with a known speed. */
  private static double medianOfPeers(Lineup<?, ServiceRecord> lineup, ServiceRecord record) {
    return median(
        lineup.records().stream()
            .filter(peer -> peer.serial != record.serial && isUsable(peer))
            .mapToDouble(peer -> peer.speed.bytesPerSec())
            .filter(speed -> !Double.isNaN(speed))
            .toArray());
  }

  private static boolean isUsable(ServiceRecord record) {
    return record.standing.isInService() && !record.traffic.isHung();
  }

  private void weigh(Lineup<?, ServiceRecord> lineup) {
    double medianBytesPerSec =
        median(
            lineup.records().stream()
                .filter(ServiceJudge::isUsable)
                .mapToDouble(record -> record.speed.bytesPerSec())
                .filter(speed -> !Double.isNaN(speed))
                .toArray());
    for (ServiceRecord record : lineup.records()) {
      record.weight = relativeSpeed(record.speed.bytesPerSec() / medianBytesPerSec);
    }
  }

  /**
   * Space is a matter of shares, not of delays: as long as every volume is busy, whatever the
   * queues, each gets what it can do. So a volume with less room than its peers has a pace, and
   * stands back while it is ahead of the mean pace of those with room.
   */
  private void pace(Lineup<?, ServiceRecord> lineup, double elapsedSec) {
    double gone = 1 - Math.pow(0.5, elapsedSec / settings.halfLifeSec());
    long mostBytes =
        lineup.records().stream().mapToLong(r -> r.space.remainingBytes()).max().orElse(0);
    for (ServiceRecord record : lineup.records()) {
      record.spaceFactor = spaceFactor((double) record.space.remainingBytes() / mostBytes);
      record.pace.addAndGet(-(long) (record.pace.get() * gone));
    }
    double limitBytes =
        lineup.records().stream()
            .filter(record -> isUsable(record) && record.spaceFactor >= 1)
            .mapToLong(record -> record.pace.get())
            .average()
            .orElse(Double.POSITIVE_INFINITY);
    for (ServiceRecord record : lineup.records()) {
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

  static double median(double[] values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
