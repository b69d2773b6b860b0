package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.StorageType;

/** Sees to it that the volumes of each type are judged a few times a second while in use. */
final class ServiceRounds {
  private static final long INTERVAL_NANOS = 250_000_000L;

  private final ServiceJudge judge;
  private final ConcurrentMap<StorageType, Round> rounds = new ConcurrentHashMap<>();

  ServiceRounds(LatencySettings settings) {
    this.judge = new ServiceJudge(settings);
  }

  private static final class Round {
    final AtomicBoolean inside = new AtomicBoolean();
    volatile long lastNanos;
    volatile boolean begun;
  }

  /** Judges a lineup if it is time, unless another thread does. */
  void runIfDue(Lineup<?, ServiceRecord> lineup, long nowNanos) {
    StorageType type = lineup.record(0).storageType;
    Round round = rounds.get(type);
    if (round == null) {
      round = rounds.computeIfAbsent(type, key -> new Round());
    }
    if (round.begun && nowNanos - round.lastNanos < INTERVAL_NANOS) {
      return;
    }
    if (round.inside.compareAndSet(false, true)) {
      try {
        double elapsedSec = round.begun ? Math.max(0, nowNanos - round.lastNanos) / 1e9 : 0;
        judge.judge(lineup, nowNanos, elapsedSec);
        round.lastNanos = nowNanos;
        round.begun = true;
      } finally {
        round.inside.set(false);
      }
    }
  }
}
