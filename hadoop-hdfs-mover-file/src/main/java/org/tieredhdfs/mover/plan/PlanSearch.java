package org.tieredhdfs.mover.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/**
 * Searches the best sequence of moves for a block: depth first, cheapest step first, with branch
 * and bound.
 *
 * <p>It is exact for blocks as they are; a limit on the steps that it looks at keeps a block group
 * of many replicas in a large cluster from taking long, where the first sequence found, which takes
 * the cheapest step each time, is good. Used by one thread for one block.
 */
final class PlanSearch {
  private static final int MAX_STEPS_TRIED = 5_000;

  /** How many nodes are considered on racks without a replica of the block. */
  private static final int MAX_NEW_RACKS = 12;

  private final BlockModel block;
  private final Targets targets;
  private final Spread spreadBefore;
  private final ShortestWays ways;
  private final long leastBytes;
  private final Set<String> takenNodes = new HashSet<>();
  private final Set<String> reached = new HashSet<>();

  private NodeModel[] nodes = new NodeModel[0];
  private StorageType[] types = new StorageType[0];
  private boolean[] moved = new boolean[0];
  private TypeBalance balance;
  private final List<PlannedMove> path = new ArrayList<>();
  private PlanCost pathCost = PlanCost.NONE;
  private int detoursLeft;
  private int stepsTried;

  private List<PlannedMove> best = List.of();
  private PlanCost bestCost = PlanCost.NONE;
  private int bestSurplus;

  PlanSearch(BlockModel block, Targets targets) {
    this.block = block;
    this.targets = targets;
    this.spreadBefore = Spread.of(block.replicas().stream().map(ReplicaModel::node).toList());
    this.leastBytes = block.replicas().stream().mapToLong(ReplicaModel::sizeBytes).min().orElse(0);
    this.ways = new ShortestWays(block, targets, leastBytes);
    this.balance = new TypeBalance(block);
    this.bestSurplus = balance.surplus();
  }

  /** Searches better sequences with this number of steps that do not bring a replica nearer. */
  void run(int detours) {
    int count = block.replicas().size();
    nodes = block.replicas().stream().map(ReplicaModel::node).toArray(NodeModel[]::new);
    types = block.replicas().stream().map(ReplicaModel::type).toArray(StorageType[]::new);
    moved = new boolean[count];
    balance = new TypeBalance(block);
    takenNodes.clear();
    Arrays.stream(nodes).forEach(node -> takenNodes.add(node.id()));
    reached.clear();
    detoursLeft = detours;
    stepsTried = 0;
    descend();
  }

  boolean isComplete() {
    return bestSurplus == 0;
  }

  List<PlannedMove> best() {
    return best;
  }

  private void descend() {
    keepIfBetter();
    if (balance.surplus() == 0 || !reached.add(state())) {
      return;
    }
    for (PlannedMove step : steps()) {
      if (stepsTried >= MAX_STEPS_TRIED) {
        return;
      }
      if (!cannotBeBetter(step)) {
        stepsTried++;
        follow(step);
      }
    }
  }

  private void keepIfBetter() {
    int surplus = balance.surplus();
    if (surplus < bestSurplus
        || (surplus == bestSurplus && !path.isEmpty() && pathCost.isLessThan(bestCost))) {
      best = List.copyOf(path);
      bestCost = pathCost;
      bestSurplus = surplus;
    }
  }

  /** Whether no sequence that continues with this step can be cheaper than the best one. */
  private boolean cannotBeBetter(PlannedMove step) {
    if (bestSurplus > 0) {
      return false;
    }
    boolean isDetour = !balance.hasTooMany(step.sourceType());
    int more = isDetour ? balance.surplus() : balance.surplus() - 1;
    PlanCost least = pathCost.plus(step.sizeBytes(), step.distance());
    least = least.plus(more * leastBytes, 0);
    if (!isDetour) {
      // a lower bound for all replicas that are out of place, this one included
      PlanCost allTogether = pathCost.plus(balance.surplus() * leastBytes, ways.least(balance));
      least = least.isLessThan(allTogether) ? allTogether : least;
    }
    return !least.isLessThan(bestCost);
  }

  private void follow(PlannedMove step) {
    int replica = step.replica();
    boolean isDetour = !balance.hasTooMany(step.sourceType());
    PlanCost costBefore = pathCost;
    nodes[replica] = step.target();
    types[replica] = step.targetType();
    moved[replica] = true;
    boolean isNewNode = takenNodes.add(step.target().id());
    balance.move(step.sourceType(), step.targetType());
    path.add(step);
    pathCost = pathCost.plus(step.sizeBytes(), step.distance());
    detoursLeft -= isDetour ? 1 : 0;

    descend();

    detoursLeft += isDetour ? 1 : 0;
    pathCost = costBefore;
    path.remove(path.size() - 1);
    balance.move(step.targetType(), step.sourceType());
    if (isNewNode) {
      takenNodes.remove(step.target().id());
    }
    moved[replica] = false;
    types[replica] = step.sourceType();
    nodes[replica] = step.source();
  }

  /** All steps that are allowed now, cheapest first. */
  private List<PlannedMove> steps() {
    List<PlannedMove> steps = new ArrayList<>();
    Map<StorageType, List<NodeModel>> elsewhere = new HashMap<>();
    for (int replica = 0; replica < nodes.length; replica++) {
      ReplicaModel model = block.replicas().get(replica);
      if (moved[replica] || !model.isMovable()) {
        continue;
      }
      boolean hasTooMany = balance.hasTooMany(types[replica]);
      for (StorageType type : balance.lacking()) {
        if ((hasTooMany || detoursLeft > 0)
            && targets.canTake(nodes[replica], type, model.sizeBytes())) {
          steps.add(step(replica, nodes[replica], type));
        }
        if (hasTooMany && !model.pinned()) {
          for (NodeModel target :
              elsewhere.computeIfAbsent(
                  type, wanted -> representatives(wanted, model.sizeBytes()))) {
            if (targets.canTake(target, type, model.sizeBytes()) && keepsSpread(replica, target)) {
              steps.add(step(replica, target, type));
            }
          }
        }
      }
    }
    steps.sort(
        Comparator.comparingLong(PlannedMove::sizeBytes)
            .thenComparingInt(PlannedMove::distance)
            .thenComparing(step -> targets.load(step.target(), step.targetType())));
    return steps;
  }

  private PlannedMove step(int replica, NodeModel target, StorageType type) {
    return new PlannedMove(
        replica,
        nodes[replica],
        types[replica],
        target,
        type,
        block.replicas().get(replica).sizeBytes());
  }

  private boolean keepsSpread(int replica, NodeModel target) {
    List<NodeModel> after = new ArrayList<>(Arrays.asList(nodes));
    after.set(replica, target);
    return Spread.of(after).isNoWorseThan(spreadBefore, block.spread());
  }

  /** The least loaded node of each distinguishable kind, among those that can take the type. */
  private List<NodeModel> representatives(StorageType type, long sizeBytes) {
    Map<String, NodeModel> kinds = new HashMap<>();
    for (NodeModel node : targets.nodes()) {
      if (!takenNodes.contains(node.id()) && targets.canTake(node, type, sizeBytes)) {
        kinds.merge(kind(node, sizeBytes), node, (one, other) -> lessLoaded(one, other, type));
      }
    }
    Set<String> usedRacks = new HashSet<>();
    Arrays.stream(nodes).forEach(node -> usedRacks.add(node.rack()));
    List<NodeModel> chosen = new ArrayList<>();
    List<NodeModel> onNewRacks = new ArrayList<>();
    for (NodeModel node : kinds.values()) {
      (usedRacks.contains(node.rack()) ? chosen : onNewRacks).add(node);
    }
    onNewRacks.sort(Comparator.comparing(node -> targets.load(node, type)));
    chosen.addAll(onNewRacks.subList(0, Math.min(MAX_NEW_RACKS, onNewRacks.size())));
    return chosen;
  }

  private NodeModel lessLoaded(NodeModel one, NodeModel other, StorageType type) {
    return targets.load(other, type).compareTo(targets.load(one, type)) < 0 ? other : one;
  }

  /** Nodes of one kind are equivalent for the rest of the search. */
  private String kind(NodeModel node, long sizeBytes) {
    String group = node.nodeGroup().equals(node.id()) ? "" : node.nodeGroup();
    String domain = node.upgradeDomain().equals(node.id()) ? "" : node.upgradeDomain();
    StringBuilder kind =
        new StringBuilder(node.rack()).append('\n').append(group).append('\n').append(domain);
    for (StorageType type : balance.lacking()) {
      kind.append('\n').append(targets.canTake(node, type, sizeBytes));
    }
    return kind.toString();
  }

  private String state() {
    StringBuilder state = new StringBuilder().append(detoursLeft);
    for (int replica = 0; replica < nodes.length; replica++) {
      state.append('|').append(nodes[replica].id()).append(' ').append(types[replica].name());
    }
    return state.toString();
  }
}
