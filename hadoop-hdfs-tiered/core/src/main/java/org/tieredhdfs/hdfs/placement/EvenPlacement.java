package org.tieredhdfs.hdfs.placement;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * How a placement policy draws nodes so that each gets its share: by two pairs where two replicas
 * go to a remote rack, by two nodes where one is wanted.
 *
 * <p>It only proposes. Whether a node may be taken, Hadoop's policy decides as ever; what it turns
 * down, it excludes, and asks for another. Thread-safe.
 */
public final class EvenPlacement {
  /** Pairs or nodes below the bound of bytes in flight that are compared. */
  private static final int CHOICES = 2;

  /** How many are drawn at most, those that have as much in flight as they may included. */
  private static final int MAX_CHOICES = 16;

  private static final int PAIR = 2;
  private static final int REPLICAS_WITH_PAIR = 3;

  private final Loads loads;
  private final Places places;
  private final LoadOrder order;
  private final ThreadLocal<Draft> drafts = ThreadLocal.withInitial(Draft::new);

  EvenPlacement(Loads loads, Places places, LoadOrder order) {
    this.loads = loads;
    this.places = places;
    this.order = order;
  }

  /** The load of the nodes, shared by all policies of the NameNode. */
  public Loads loads() {
    return loads;
  }

  /** Begins the choice of places for one block, or for what it lacks. */
  public void begin(boolean isNewBlock, int chosen, int wanted, long blockBytes) {
    loads.refresh();
    Draft draft = drafts.get();
    draft.clear();
    draft.blockBytes = blockBytes;
    draft.wantsPair = isNewBlock && chosen < PAIR && chosen + wanted >= REPLICAS_WITH_PAIR;
  }

  /** Ends it. */
  public void end() {
    drafts.get().clear();
    order.turn();
  }

  /** Says what Hadoop knows when it draws a node, for its next draws. */
  public void within(
      List<DatanodeStorageInfo> results,
      int maxNodesPerRack,
      EnumMap<StorageType, Integer> storageTypes) {
    Draft draft = drafts.get();
    draft.results = results;
    draft.maxNodesPerRack = maxNodesPerRack;
    draft.types = storageTypes;
  }

  /**
   * Draws the second and third replica together, for the draws that follow.
   *
   * @param local the node of the first replica
   */
  public void drawPair(
      DatanodeDescriptor local,
      Collection<Node> excluded,
      List<DatanodeStorageInfo> results,
      EnumMap<StorageType, Integer> storageTypes) {
    Draft draft = drafts.get();
    if (!draft.wantsPair || results.size() != 1) {
      return;
    }
    draft.wantsPair = false;
    TypeRoster firsts = null;
    TypeRoster seconds = null;
    for (Map.Entry<StorageType, Integer> entry : storageTypes.entrySet()) {
      TypeRoster roster = loads.roster(entry.getKey());
      if (firsts == null) {
        firsts = roster;
      }
      if (seconds == null && (entry.getValue() > 1 || roster != firsts)) {
        seconds = roster;
      }
    }
    if (firsts != null && seconds != null) {
      drawPair(draft, "~" + places.rack(local), excluded, firsts, seconds);
    }
  }

  private void drawPair(
      Draft draft, String scope, Collection<Node> excluded, TypeRoster firsts, TypeRoster seconds) {
    LoadOrder.Candidate best = null;
    int good = 0;
    for (int i = 0; i < MAX_CHOICES && good < CHOICES; i++) {
      TypeLoad first = firsts.draw(scope, excluded, any -> true);
      if (first == null) {
        return;
      }
      TypeLoad second =
          seconds.draw(
              places.rack(first.node()),
              excluded,
              load -> !places.areTogether(load.node(), first.node()));
      if (second == null) {
        continue;
      }
      LoadOrder.Candidate drawn = order.candidate(first, second, loads, draft.blockBytes);
      good += drawn.over() == 0 ? 1 : 0;
      if (best == null || drawn.isBefore(best)) {
        best = drawn;
      }
    }
    if (best != null && best.second() != null) {
      draft.first = best.first().node();
      draft.second = best.second().node();
    }
  }

  /**
   * Draws a node that has volumes of a type.
   *
   * @param scope where, or with {@code ~} in front where not
   * @return null if none is known; Hadoop's topology may know one that has just come
   */
  public @Nullable DatanodeDescriptor draw(
      String scope, Collection<Node> excluded, StorageType type) {
    Draft draft = drafts.get();
    DatanodeDescriptor planned = planned(draft, excluded, type);
    if (planned != null) {
      return planned;
    }
    TypeRoster roster = loads.roster(type);
    if (roster == null) {
      return null;
    }
    Predicate<TypeLoad> hasRackFree = load -> isRackFree(draft, load.node().getNetworkLocation());
    LoadOrder.Candidate best = null;
    int good = 0;
    for (int i = 0; i < MAX_CHOICES && good < CHOICES; i++) {
      TypeLoad drawn = roster.draw(scope, excluded, hasRackFree);
      if (drawn == null) {
        break;
      }
      LoadOrder.Candidate candidate = order.candidate(drawn, loads);
      good += candidate.over() == 0 ? 1 : 0;
      if (best == null || candidate.isBefore(best)) {
        best = candidate;
      }
    }
    return best == null ? null : best.first().node();
  }

  /** Draws a node that has volumes of one of the types wanted, the first that any node has. */
  public @Nullable DatanodeDescriptor draw(String scope, Collection<Node> excluded) {
    for (StorageType type : drafts.get().types.keySet()) {
      DatanodeDescriptor drawn = draw(scope, excluded, type);
      if (drawn != null) {
        return drawn;
      }
    }
    return null;
  }

  /** Says that Hadoop's topology had a node where none was known. */
  public @Nullable DatanodeDescriptor missed(@Nullable DatanodeDescriptor found) {
    if (found != null) {
      loads.refresh(true);
    }
    return found;
  }

  /** Counts the places that were chosen, without those that were given. */
  public void count(
      DatanodeStorageInfo[] chosen, Collection<DatanodeStorageInfo> given, long blockBytes) {
    for (DatanodeStorageInfo storage : chosen) {
      if (!given.contains(storage)) {
        loads.choose(storage.getDatanodeDescriptor(), storage.getStorageType(), blockBytes);
      }
    }
  }

  private static @Nullable DatanodeDescriptor planned(
      Draft draft, Collection<Node> excluded, StorageType type) {
    DatanodeDescriptor planned = draft.first;
    if (planned != null) {
      draft.first = null;
    } else {
      planned = draft.second;
      draft.second = null;
    }
    boolean isUsable =
        planned != null && !excluded.contains(planned) && planned.hasStorageType(type);
    return isUsable ? planned : null;
  }

  private static boolean isRackFree(Draft draft, String location) {
    int onRack = 0;
    for (DatanodeStorageInfo chosen : draft.results) {
      if (chosen.getDatanodeDescriptor().getNetworkLocation().equals(location)) {
        onRack++;
      }
    }
    return onRack < draft.maxNodesPerRack;
  }
}
