package org.tieredhdfs.mover.transfer;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The books on what is being moved: per DataNode, per volume and in all, against the limits.
 *
 * <p>Used under the lock of its owner. Nodes without anything to do are not held, but for their
 * debts of bandwidth, one small entry each.
 */
final class Budgets {
  /** What {@link #waitNs} says if only the end of another transfer can help. */
  static final long UNTIL_ANOTHER_ENDS = Long.MAX_VALUE;

  private final Map<String, Integer> movesByNode = new HashMap<>();
  private final Map<String, Integer> movesByVolume = new HashMap<>();
  private final Map<String, Pacer> pacersByNode = new HashMap<>();
  private final NodeHealth health;
  private final Pacer pacer;
  private Limits limits;
  private int moves;

  Budgets(Limits limits, Backoff backoff) {
    this.limits = limits;
    this.health = new NodeHealth(backoff);
    this.pacer = new Pacer(limits.bytesPerSecond());
  }

  Limits limits() {
    return limits;
  }

  void setLimits(Limits newLimits, long nowNs) {
    limits = newLimits;
    pacer.setBytesPerSecond(newLimits.bytesPerSecond(), nowNs);
    pacersByNode
        .values()
        .forEach(one -> one.setBytesPerSecond(newLimits.bytesPerSecondPerNode(), nowNs));
  }

  NodeHealth health() {
    return health;
  }

  /** Whether nothing more can begin, whatever it is. */
  boolean isFull() {
    return moves >= limits.moves();
  }

  /**
   * How long a transfer has to wait: 0 if it may begin, {@link #UNTIL_ANOTHER_ENDS} if time alone
   * does not help.
   *
   * @param targetVolumes how many volumes of its type the target has
   */
  long waitNs(Transfer transfer, int targetVolumes, long nowNs) {
    if (isFull()
        || movesByVolume.getOrDefault(transfer.sourceVolume(), 0) >= limits.movesPerVolume()
        || movesByVolume.getOrDefault(targetVolume(transfer), 0)
            >= limits.movesPerVolume() * Math.max(1, targetVolumes)) {
      return UNTIL_ANOTHER_ENDS;
    }
    long waitNs = pacer.waitNs(nowNs);
    for (String node : nodes(transfer)) {
      if (movesByNode.getOrDefault(node, 0) >= limits.movesPerNode()) {
        return UNTIL_ANOTHER_ENDS;
      }
      waitNs = Math.max(waitNs, health.waitNs(node, nowNs));
      Pacer ofNode = pacersByNode.get(node);
      waitNs = Math.max(waitNs, ofNode == null ? 0 : ofNode.waitNs(nowNs));
    }
    return waitNs;
  }

  void begin(Transfer transfer, long nowNs) {
    moves++;
    volumes(transfer).forEach(volume -> movesByVolume.merge(volume, 1, Integer::sum));
    pacer.begin(transfer.sizeBytes(), nowNs);
    for (String node : nodes(transfer)) {
      movesByNode.merge(node, 1, Integer::sum);
      if (limits.bytesPerSecondPerNode() > 0) {
        pacersByNode
            .computeIfAbsent(node, any -> new Pacer(limits.bytesPerSecondPerNode()))
            .begin(transfer.sizeBytes(), nowNs);
      }
    }
  }

  void end(Transfer transfer) {
    moves--;
    volumes(transfer).forEach(volume -> movesByVolume.computeIfPresent(volume, Budgets::oneLess));
    nodes(transfer).forEach(node -> movesByNode.computeIfPresent(node, Budgets::oneLess));
  }

  @SuppressWarnings("NullAway") // a null takes the entry out of the map
  private static Integer oneLess(String key, Integer count) {
    return count > 1 ? count - 1 : null;
  }

  private static Set<String> nodes(Transfer transfer) {
    return new LinkedHashSet<>(
        List.of(
            transfer.target().getDatanodeUuid(),
            transfer.isWithinNode()
                ? transfer.target().getDatanodeUuid()
                : transfer.copyFrom().getDatanodeUuid()));
  }

  private static List<String> volumes(Transfer transfer) {
    return List.of(transfer.sourceVolume(), targetVolume(transfer));
  }

  /** The DataNode chooses the volume: all of one type on a node share a budget. */
  private static String targetVolume(Transfer transfer) {
    return transfer.target().getDatanodeUuid() + ' ' + transfer.type().name();
  }
}
