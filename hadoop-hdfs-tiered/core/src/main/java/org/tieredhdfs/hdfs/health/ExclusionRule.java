package org.tieredhdfs.hdfs.health;

import static java.util.Comparator.comparing;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Which of the volumes that are reported as unhealthy a NameNode avoids: no more than a share of
 * each storage type, so that a wrong threshold cannot empty a cluster.
 *
 * <p>Stateless.
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

  static Outcome of(Collection<ReportedVolume> volumes, HealthSettings settings, long nowMs) {
    IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions = new IdentityHashMap<>();
    Map<StorageType, HealthTally> tallies = new EnumMap<>(StorageType.class);
    volumes.stream()
        .collect(Collectors.groupingBy(volume -> volume.storage().getStorageType()))
        .forEach((type, ofType) -> tallies.put(type, exclude(ofType, settings, nowMs, exclusions)));
    return new Outcome(exclusions, tallies);
  }

  /** A volume and what was heard of it; that may change while volumes are put in order. */
  private record Seen(ReportedVolume volume, ReportedVolume.State state) {}

  private static HealthTally exclude(
      List<ReportedVolume> ofType,
      HealthSettings settings,
      long nowMs,
      IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions) {
    List<Seen> unhealthy =
        ofType.stream()
            .map(volume -> new Seen(volume, volume.state()))
            .filter(seen -> seen.state().condition().isUnhealthy())
            .sorted(
                comparing((Seen seen) -> seen.state().condition() != VolumeCondition.HUNG)
                    .thenComparingLong(seen -> seen.state().sinceMs())
                    .thenComparing(seen -> seen.volume().storage().getStorageID()))
            .toList();
    int excluded = Math.min(unhealthy.size(), settings.limit(ofType.size()));
    List<Seen> avoided = unhealthy.subList(0, excluded);
    boolean isTarget = otherNodes(ofType, avoided) < settings.replication();
    int replaced = 0;
    for (Seen seen : avoided) {
      boolean isReplaced =
          settings.replaceAfterMs() > 0
              && nowMs - seen.state().sinceMs() >= settings.replaceAfterMs();
      exclusions.put(seen.volume().storage(), new Exclusion(isTarget, isReplaced));
      replaced += isReplaced ? 1 : 0;
    }
    int stuck = (int) unhealthy.stream().filter(one -> one.state().condition().isStuck()).count();
    return new HealthTally(
        ofType.size(),
        stuck,
        unhealthy.size() - stuck,
        excluded,
        replaced,
        unhealthy.size() - excluded);
  }

  /** How many DataNodes have a volume of the type that is not avoided. */
  private static int otherNodes(List<ReportedVolume> ofType, List<Seen> avoided) {
    Set<ReportedVolume> out = new HashSet<>();
    avoided.forEach(seen -> out.add(seen.volume()));
    Set<DatanodeDescriptor> nodes = new HashSet<>();
    for (ReportedVolume volume : ofType) {
      if (!out.contains(volume)) {
        nodes.add(volume.storage().getDatanodeDescriptor());
      }
    }
    return nodes.size();
  }
}
