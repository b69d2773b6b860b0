package org.tieredhdfs.hdfs.health;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/**
 * Which of the volumes that are reported as unhealthy a NameNode avoids: no more than a share of
 * each storage type, so that a wrong threshold cannot empty a cluster.
 *
 * <p>A volume that is being replaced stays so until it recovers: to take that back for another one
 * would delete the replicas that were made, only to make them again. Since a volume that does not
 * answer costs more than one that is slow, as many hung ones as the share allows are avoided beside
 * those. So at most twice the share is avoided, and the second half only for volumes that hang.
 *
 * <p>It runs within a heartbeat, on a cluster of thousands of DataNodes: it goes once through all
 * volumes, and does little with the healthy ones. Stateless.
 */
final class ExclusionRule {
  private ExclusionRule() {}

  /**
   * What holds.
   *
   * @param exclusions by the volume itself: Hadoop takes those of two NameNodes for equal
   */
  record Outcome(
      IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions,
      Map<StorageType, HealthTally> tallies) {}

  /**
   * A volume and what was heard of it; that may change while volumes are put in order.
   *
   * @param before how it was avoided until now; null if it was not
   */
  private record Seen(
      ReportedVolume volume, ReportedVolume.State state, @Nullable Exclusion before) {
    boolean isHung() {
      return state.condition() == VolumeCondition.HUNG;
    }

    boolean wasReplaced() {
      return before != null && before.isReplaced();
    }

    long avoidedSinceMs(long nowMs) {
      return before == null ? nowMs : before.sinceMs();
    }
  }

  /** The volumes of a storage type. */
  private static final class OfType {
    private final int enough;
    private final Map<DatanodeStorageInfo, Exclusion> before;
    private int reported;
    private final List<Seen> unhealthy = new ArrayList<>();

    /** DataNodes with a healthy volume that may be a target, no more than are needed. */
    private final Set<DatanodeDescriptor> nodes = new HashSet<>();

    OfType(int enough, Map<DatanodeStorageInfo, Exclusion> before) {
      this.enough = enough;
      this.before = before;
    }

    void add(ReportedVolume volume) {
      reported++;
      ReportedVolume.State state = volume.state();
      if (state.condition().isUnhealthy()) {
        unhealthy.add(new Seen(volume, state, before.get(volume.storage())));
      } else {
        addTarget(volume);
      }
    }

    private void addTarget(ReportedVolume volume) {
      if (nodes.size() < enough && volume.mayBeTarget()) {
        nodes.add(volume.storage().getDatanodeDescriptor());
      }
    }

    /**
     * Those that are avoided.
     *
     * @param limit how many the share allows
     */
    Set<Seen> avoided(int limit) {
      unhealthy.sort(
          comparing((Seen seen) -> !seen.wasReplaced())
              .thenComparing(seen -> !seen.isHung())
              .thenComparingLong(seen -> seen.state().sinceMs())
              .thenComparing(seen -> seen.volume().storage().getStorageID()));
      Set<Seen> avoided = new LinkedHashSet<>();
      int hung = 0;
      for (Seen seen : unhealthy) {
        boolean hasPlace =
            seen.isHung() ? hung < limit && avoided.size() < 2 * limit : avoided.size() < limit;
        if (seen.wasReplaced() || hasPlace) {
          avoided.add(seen);
          hung += seen.isHung() ? 1 : 0;
        }
      }
      return avoided;
    }

    /** Whether other DataNodes have too few volumes that are not avoided. */
    boolean areOthersTooFew(Set<Seen> avoided) {
      for (Seen seen : unhealthy) {
        if (!avoided.contains(seen)) {
          addTarget(seen.volume());
        }
      }
      return nodes.size() < enough;
    }
  }

  /**
   * @param before what held until now
   */
  static Outcome of(
      Collection<ReportedVolume> volumes, HealthSettings settings, long nowMs, Outcome before) {
    Map<StorageType, OfType> types = new EnumMap<>(StorageType.class);
    for (ReportedVolume volume : volumes) {
      types
          .computeIfAbsent(
              volume.storage().getStorageType(),
              any -> new OfType(settings.replication(), before.exclusions()))
          .add(volume);
    }
    IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions = new IdentityHashMap<>();
    Map<StorageType, HealthTally> tallies = new EnumMap<>(StorageType.class);
    types.forEach(
        (type, ofType) -> tallies.put(type, exclude(ofType, settings, nowMs, exclusions)));
    return new Outcome(exclusions, tallies);
  }

  private static HealthTally exclude(
      OfType ofType,
      HealthSettings settings,
      long nowMs,
      IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions) {
    List<Seen> unhealthy = ofType.unhealthy;
    Set<Seen> avoided = ofType.avoided(settings.limit(ofType.reported));
    boolean isTarget = ofType.areOthersTooFew(avoided);
    int replaced = 0;
    for (Seen seen : avoided) {
      long sinceMs = seen.avoidedSinceMs(nowMs);
      boolean isReplaced =
          settings.replaceAfterMs() > 0 && nowMs - sinceMs >= settings.replaceAfterMs();
      exclusions.put(seen.volume().storage(), new Exclusion(isTarget, isReplaced, sinceMs));
      replaced += isReplaced ? 1 : 0;
    }
    int stuck = (int) unhealthy.stream().filter(one -> one.state().condition().isStuck()).count();
    return new HealthTally(
        ofType.reported,
        stuck,
        unhealthy.size() - stuck,
        avoided.size(),
        replaced,
        unhealthy.size() - avoided.size());
  }
}
