package org.tieredhdfs.mover.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;

/**
 * Every state that a block can be brought to by steps that are allowed, found breadth first without
 * any shortcut: what the planner is compared with. It is written from the rules, not from the
 * planner.
 */
final class Exhaustive {
  /** Where a replica is, and whether it has been moved already. */
  private record Place(String node, StorageType type, boolean moved) {}

  private final RandomCase drawn;
  private final Map<String, NodeModel> nodes = new HashMap<>();
  private final Set<String> original = new HashSet<>();

  /** The least number of moves after which no replica is out of place; -1 if that cannot be. */
  int leastMoves = -1;

  /** How many replicas are out of place in the best state that can be reached. */
  int leastOutOfPlace = Integer.MAX_VALUE;

  Exhaustive(RandomCase drawn) {
    this.drawn = drawn;
    drawn.nodes.forEach(node -> nodes.put(node.id(), node));
    List<Place> start = new ArrayList<>();
    for (ReplicaModel replica : drawn.block.replicas()) {
      start.add(new Place(replica.node().id(), replica.type(), false));
      original.add(replica.node().id());
    }
    search(start);
  }

  private void search(List<Place> start) {
    Map<List<Place>, Integer> steps = new HashMap<>();
    ArrayDeque<List<Place>> queue = new ArrayDeque<>();
    steps.put(start, 0);
    queue.add(start);
    while (!queue.isEmpty()) {
      List<Place> state = queue.remove();
      int depth = steps.getOrDefault(state, 0);
      int outOfPlace = tooMany(state).values().stream().mapToInt(Integer::intValue).sum();
      leastOutOfPlace = Math.min(leastOutOfPlace, outOfPlace);
      if (outOfPlace == 0 && leastMoves < 0) {
        leastMoves = depth;
      }
      for (List<Place> next : followers(state, start)) {
        if (!steps.containsKey(next)) {
          steps.put(next, depth + 1);
          queue.add(next);
        }
      }
    }
  }

  private List<List<Place>> followers(List<Place> state, List<Place> start) {
    List<List<Place>> followers = new ArrayList<>();
    Map<StorageType, Integer> surplus = tooMany(state);
    List<StorageType> lacking = new ArrayList<>(drawn.block.wanted());
    state.forEach(place -> lacking.remove(place.type()));
    for (int i = 0; i < state.size(); i++) {
      ReplicaModel replica = drawn.block.replicas().get(i);
      Place place = state.get(i);
      if (place.moved() || !replica.node().inService()) {
        continue;
      }
      for (NodeModel target : nodes.values()) {
        boolean within = target.id().equals(place.node());
        boolean taken =
            original.contains(target.id())
                || state.stream().anyMatch(other -> other.node().equals(target.id()));
        if (!within && (taken || replica.pinned() || !surplus.containsKey(place.type()))) {
          continue;
        }
        for (StorageType type : Set.copyOf(lacking)) {
          if (!target.inService()
              || target.roomBytes().getOrDefault(type, 0L) < RandomCase.BLOCK_BYTES) {
            continue;
          }
          List<Place> next = new ArrayList<>(state);
          next.set(i, new Place(target.id(), type, true));
          if (isAsWellSpread(next, start, drawn.block.spread())) {
            followers.add(next);
          }
        }
      }
    }
    return followers;
  }

  private Map<StorageType, Integer> tooMany(List<Place> state) {
    Map<StorageType, Integer> surplus = new HashMap<>();
    List<StorageType> wanted = new ArrayList<>(drawn.block.wanted());
    for (Place place : state) {
      if (!wanted.remove(place.type())) {
        surplus.merge(place.type(), 1, Integer::sum);
      }
    }
    return surplus;
  }

  private boolean isAsWellSpread(List<Place> after, List<Place> before, boolean fullestCounts) {
    return distinct(after, "rack") >= distinct(before, "rack")
        && distinct(after, "group") >= distinct(before, "group")
        && distinct(after, "domain") >= distinct(before, "domain")
        && (!fullestCounts || fullest(after) <= fullest(before));
  }

  private long distinct(List<Place> state, String level) {
    return state.stream()
        .map(this::node)
        .map(
            node ->
                switch (level) {
                  case "rack" -> node.rack();
                  case "group" -> node.nodeGroup();
                  default -> node.upgradeDomain();
                })
        .distinct()
        .count();
  }

  private NodeModel node(Place place) {
    return Objects.requireNonNull(nodes.get(place.node()));
  }

  private long fullest(List<Place> state) {
    return state.stream()
        .collect(Collectors.groupingBy(place -> node(place).rack(), Collectors.counting()))
        .values()
        .stream()
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }
}
