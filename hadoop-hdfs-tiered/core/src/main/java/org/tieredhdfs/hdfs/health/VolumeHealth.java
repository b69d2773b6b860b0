package org.tieredhdfs.hdfs.health;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.cluster.PeerCounts;

/**
 * The health of the volumes of one NameNode's DataNodes: it hears heartbeats, and decides which
 * volumes are avoided, on a standby, too.
 *
 * <p>Thread-safe; takes no lock of Hadoop's. Heartbeats come with that of Hadoop's {@code
 * HeartbeatManager}, so a decision has to be quick.
 */
public final class VolumeHealth {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeHealth.class);
  private static final Map<BlockManager, VolumeHealth> BY_NAMENODE = new WeakHashMap<>();

  /** How often it is decided anew while a volume is unhealthy: replicas stop counting by time. */
  private static final long DECIDE_INTERVAL_MS = 1_000;

  /** And no more often than this, however many volumes change: it is done within a heartbeat. */
  private static final long LEAST_INTERVAL_MS = 100;

  /** How often else: DataNodes die and volumes go without a report. */
  private static final long IDLE_INTERVAL_MS = 30_000;

  /** Thousands of heartbeats may have the same fault. */
  private static final long COMPLAIN_INTERVAL_MS = 60_000;

  private static volatile List<VolumeHealth> all = List.of();
  private static volatile long complainedMs = Long.MIN_VALUE / 2;

  /** Whose heartbeat the calling thread has taken in, and has not answered yet. */
  private static final ThreadLocal<@Nullable Heard> HEARD = new ThreadLocal<>();

  private record Heard(VolumeHealth health, DatanodeDescriptor node) {}

  /** What holds from a moment on. */
  private record Peers(AnsweringNodes nodes, long countedMs) {}

  private final ReportedVolumes volumes = new ReportedVolumes();
  private final HealthSettings settings;
  private volatile ExclusionRule.Outcome outcome =
      new ExclusionRule.Outcome(new IdentityHashMap<>(), Map.of());
  private volatile long decidedMs = Long.MIN_VALUE / 2;
  private long checkedMs = Long.MIN_VALUE / 2;
  private volatile boolean isChanged;
  private final AtomicBoolean isCounting = new AtomicBoolean();
  private volatile Peers peers = new Peers(AnsweringNodes.of(List.of(), 0, 0), Long.MIN_VALUE / 2);

  VolumeHealth(HealthSettings settings) {
    this.settings = settings;
  }

  /** That of a NameNode; a process has one, but for tests. */
  public static VolumeHealth of(BlockManager blocks) {
    synchronized (BY_NAMENODE) {
      VolumeHealth known = BY_NAMENODE.get(blocks);
      if (known == null) {
        known = new VolumeHealth(HealthSettings.current());
        BY_NAMENODE.put(blocks, known);
        all = List.copyOf(BY_NAMENODE.values());
        VolumeHealthMetrics.publish(known);
      }
      return known;
    }
  }

  /** Those of all NameNodes of this process. */
  static List<VolumeHealth> all() {
    return all;
  }

  /** A heartbeat was taken in; called by woven code, which must not fail a heartbeat. */
  public static void heard(BlockManager blocks, DatanodeDescriptor node, StorageReport[] reports) {
    long nowMs = Time.monotonicNow();
    try {
      VolumeHealth health = of(blocks);
      health.hear(node, reports, nowMs);
      HEARD.set(new Heard(health, node));
    } catch (RuntimeException e) {
      if (nowMs - complainedMs >= COMPLAIN_INTERVAL_MS) {
        complainedMs = nowMs;
        LOG.error("The health of the volumes of {} was not taken in", node, e);
      }
    }
  }

  void hear(DatanodeDescriptor node, StorageReport[] reports, long nowMs) {
    if (volumes.hear(node, reports, nowMs)) {
      isChanged = true;
    }
    if (nowMs - decidedMs >= intervalMs()) {
      decide(nowMs);
    }
  }

  /**
   * What is known beside the DataNode whose heartbeat the calling thread has taken in and answers
   * now; null if it has taken in none.
   */
  static @Nullable PeerCounts peersOfHeard() {
    Heard heard = HEARD.get();
    HEARD.remove();
    return heard == null ? null : heard.health.peersOf(heard.node, Time.monotonicNow());
  }

  /** Counted anew some times a second at most, by one heartbeat: it goes through all volumes. */
  PeerCounts peersOf(DatanodeDescriptor node, long nowMs) {
    Peers known = peers;
    if (nowMs - known.countedMs >= LEAST_INTERVAL_MS && isCounting.compareAndSet(false, true)) {
      try {
        long sinceMs = nowMs - settings.silenceMs();
        known =
            new Peers(AnsweringNodes.of(volumes.volumes(), settings.blockBytes(), sinceMs), nowMs);
        peers = known;
      } finally {
        isCounting.set(false);
      }
    }
    return known.nodes.otherThan(node);
  }

  private long intervalMs() {
    if (isChanged) {
      return LEAST_INTERVAL_MS;
    }
    boolean isUnhealthy =
        outcome.tallies().values().stream()
            .anyMatch(tally -> tally.getHung() + tally.getSlow() > 0);
    return isUnhealthy ? DECIDE_INTERVAL_MS : IDLE_INTERVAL_MS;
  }

  /** Decides which volumes are avoided from now on. */
  synchronized void decide(long nowMs) {
    decidedMs = nowMs;
    isChanged = false;
    boolean areAllChecked = nowMs - checkedMs >= IDLE_INTERVAL_MS;
    checkedMs = areAllChecked ? nowMs : checkedMs;
    volumes.forgetGone(areAllChecked);
    ExclusionRule.Outcome before = outcome;
    ExclusionRule.Outcome after = ExclusionRule.of(volumes.volumes(), settings, nowMs, before);
    outcome = after;
    Exclusions.publish(this, after.exclusions());
    log(before, after);
  }

  private static void log(ExclusionRule.Outcome before, ExclusionRule.Outcome after) {
    after
        .exclusions()
        .forEach(
            (storage, now) -> {
              Exclusion then = before.exclusions().get(storage);
              if (then == null) {
                LOG.warn(
                    "Volume {} hangs or is slow, as its DataNode says: it is avoided", storage);
              }
              if (now.isReplaced() && (then == null || !then.isReplaced())) {
                LOG.warn("Replicas on volume {} no longer count, and are re-replicated", storage);
              }
            });
    before.exclusions().keySet().stream()
        .filter(storage -> !after.exclusions().containsKey(storage))
        .forEach(storage -> LOG.info("Volume {} is used again as all others", storage));
    after
        .tallies()
        .forEach(
            (type, tally) -> {
              HealthTally then = before.tallies().get(type);
              int beyond = tally.getBeyondCap();
              if (beyond > 0 && (then == null || then.getBeyondCap() != beyond)) {
                LOG.warn(
                    "{} volumes of {} hang or are slow, of {}: {} are avoided, {} are used all the"
                        + " same ({})",
                    tally.getHung() + tally.getSlow(),
                    type,
                    tally.getReported(),
                    tally.getExcluded(),
                    beyond,
                    HealthKeys.MAX_SHARE.name());
              }
            });
  }

  ReportedVolumes volumes() {
    return volumes;
  }

  /** The volumes whose replicas no longer count, each as the object that the NameNode has of it. */
  public Set<DatanodeStorageInfo> replaced() {
    Set<DatanodeStorageInfo> replaced = Collections.newSetFromMap(new IdentityHashMap<>());
    outcome
        .exclusions()
        .forEach(
            (storage, exclusion) -> {
              if (exclusion.isReplaced()) {
                replaced.add(storage);
              }
            });
    return replaced;
  }

  Map<StorageType, HealthTally> tallies() {
    return outcome.tallies();
  }

  /** Those that are not in service: where, since when, and whether they are avoided. */
  Map<String, String> unhealthy(long nowMs) {
    Map<String, String> texts = new TreeMap<>();
    for (ReportedVolume volume : new ArrayList<>(volumes.volumes())) {
      ReportedVolume.State state = volume.state();
      if (state.condition().isUnhealthy()) {
        DatanodeStorageInfo storage = volume.storage();
        Exclusion exclusion = Exclusions.of(storage);
        texts.put(
            storage.getStorageID(),
            String.format(
                "%s %s on %s for %d s, %s",
                state.condition(),
                storage.getStorageType(),
                storage.getDatanodeDescriptor().getXferAddr(),
                (nowMs - state.sinceMs()) / 1_000,
                exclusion == null ? "used" : exclusion.isReplaced() ? "replaced" : "excluded"));
      }
    }
    return texts;
  }
}
