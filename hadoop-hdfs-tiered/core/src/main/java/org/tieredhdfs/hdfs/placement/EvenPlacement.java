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

  /** Before a scope of Hadoop's: all but what it names. */
  static final String OUTSIDE = "~";

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

  /**
   * Begins the choice of places for one block, or for what it lacks; {@link #end} follows.
   *
   * @param wanted how many more replicas
   * @param results those chosen so far, as Hadoop's list, to which it adds
   * @param types how many replicas each type still has to get, from which it takes away
   */
  public void begin(
      boolean isNewBlock,
      int wanted,
      long blockBytes,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      EnumMap<StorageType, Integer> types) {
    loads.refresh();
    Draft draft = drafts.get();
    int given = results.size();
    draft.wantsPair = isNewBlock && given < PAIR && given + wanted >= REPLICAS_WITH_PAIR;
    draft.blockBytes = blockBytes;
    draft.maxNodesPerRack = maxNodesPerRack;
    draft.results = results;
    draft.given = given;
    draft.types = types;
  }

  /** Says that Hadoop now allows another number of replicas on a rack. */
  public void allow(int maxNodesPerRack) {
    drafts.get().maxNodesPerRack = maxNodesPerRack;
  }

  /** Ends it, and counts the places that were chosen. */
  public void end() {
    Draft draft = drafts.get();
    draft.results.stream()
        .skip(draft.given)
        .forEach(
            chosen ->
                loads.choose(
                    chosen.getDatanodeDescriptor(), chosen.getStorageType(), draft.blockBytes));
    drafts.remove();
    order.turn();
  }

  /** Draws the second and third replica together, for the draws that follow. */
  private void drawPair(Draft draft, String scope, Collection<Node> excluded) {
    draft.wantsPair = false;
    TypeRoster firsts = null;
    TypeRoster seconds = null;
    for (Map.Entry<StorageType, Integer> entry : draft.types.entrySet()) {
      TypeRoster roster = loads.roster(entry.getKey());
      if (firsts == null) {
        firsts = roster;
      }
      if (seconds == null && (entry.getValue() > 1 || roster != firsts)) {
        seconds = roster;
      }
    }
    if (firsts != null && seconds != null) {
      drawPair(draft, scope, excluded, firsts, seconds);
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
    if (draft.wantsPair && draft.results.size() == 1 && scope.startsWith(OUTSIDE)) {
      drawPair(draft, scope, excluded);
    }
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
