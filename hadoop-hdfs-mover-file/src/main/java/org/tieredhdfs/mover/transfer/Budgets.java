package org.tieredhdfs.mover.transfer;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Accounts running moves against the limits: per DataNode, per volume and in total.
 *
 * <p>Used under the lock of its owner. Nodes without anything to do are not held, but for their
 * debts of bandwidth, one small entry each.
 */
final class Budgets {
  /** The result of {@link #waitNs} if only the end of another transfer can help. */
  static final long UNTIL_ANOTHER_ENDS = Long.MAX_VALUE;

  private final Map<String, Integer> movesByNode = new HashMap<>();
  private final Map<String, Integer> sharesByVolume = new HashMap<>();

  /** The slots of each transfer at its start, because the limits may have changed since. */
  private final IdentityHashMap<Transfer, Integer> taken = new IdentityHashMap<>();

  private final VolumeCooldowns cooldowns;
  private final Map<String, Pacer> pacersByNode = new HashMap<>();
  private final NodeHealth health;
  private final Pacer pacer;
  private final long shareBytes;
  private TransferLimits limits;
  private int moves;

  /**
   * @param largeTransfers what large transfers leave to others
   */
  Budgets(TransferLimits limits, LargeTransferLimits largeTransfers, Backoff backoff) {
    this.limits = limits;
    this.shareBytes = largeTransfers.shareBytes();
    this.cooldowns = new VolumeCooldowns(largeTransfers.maxRestNs());
    this.health = new NodeHealth(backoff);
    this.pacer = new Pacer(limits.bytesPerSecond());
  }

  TransferLimits limits() {
    return limits;
  }

  void setLimits(TransferLimits newLimits, long nowNs) {
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
        || !hasRoom(transfer.sourceVolume(), 1, transfer)
        || !hasRoom(targetVolume(transfer), Math.max(1, targetVolumes), transfer)) {
      return UNTIL_ANOTHER_ENDS;
    }
    long waitNs = Math.max(pacer.waitNs(nowNs), cooldowns.waitNs(transfer.sourceVolume(), nowNs));
    if (targetVolumes <= 1) {
      // with several target volumes, another one may be free
      waitNs = Math.max(waitNs, cooldowns.waitNs(targetVolume(transfer), nowNs));
    }
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

  private boolean hasRoom(String name, int volumes, Transfer transfer) {
    return sharesByVolume.getOrDefault(name, 0) + shares(transfer)
        <= limits.movesPerVolume() * volumes;
  }

  /** How many of a volume's slots a transfer takes, at most all of them. */
  private int shares(Transfer transfer) {
    long shares = (transfer.sizeBytes() + shareBytes - 1) / shareBytes;
    return (int) Math.max(1, Math.min(shares, limits.movesPerVolume()));
  }

  void begin(Transfer transfer, long nowNs) {
    moves++;
    int shares = shares(transfer);
    taken.put(transfer, shares);
    volumes(transfer).forEach(volume -> sharesByVolume.merge(volume, shares, Integer::sum));
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

  /**
   * @param tookNs how long it took
   */
  void end(Transfer transfer, long tookNs, long nowNs) {
    moves--;
    int shares = Objects.requireNonNull(taken.remove(transfer));
    volumes(transfer).forEach(volume -> giveBack(sharesByVolume, volume, shares));
    if (transfer.sizeBytes() > shareBytes && 2 * shares >= limits.movesPerVolume()) {
      volumes(transfer).forEach(volume -> cooldowns.begin(volume, tookNs, nowNs));
    }
    nodes(transfer).forEach(node -> giveBack(movesByNode, node, 1));
  }

  private static void giveBack(Map<String, Integer> counts, String name, int count) {
    int left = counts.getOrDefault(name, 0) - count;
    if (left > 0) {
      counts.put(name, left);
    } else {
      counts.remove(name);
    }
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
