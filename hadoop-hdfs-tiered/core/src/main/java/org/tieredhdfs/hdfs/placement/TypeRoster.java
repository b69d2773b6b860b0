package org.tieredhdfs.hdfs.placement;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * The DataNodes that have volumes of one storage type, in the order of their places in the
 * topology: those of a rack stand beside each other, and one of a scope is drawn by its number.
 *
 * <p>The list does not change; a new one is made instead. Thread-safe.
 */
final class TypeRoster {
  /** Beyond this many excluded nodes in a row all others are looked through. */
  private static final int MAX_TRIES = 8;

  private final TypeLoad[] loads;
  private final String[] locations;
  private final Map<String, Range> scopes = new HashMap<>();

  /** The places {@code from} to {@code to - 1}. */
  private record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }

  /**
   * @param sorted by {@link #sortKey}
   */
  TypeRoster(List<TypeLoad> sorted) {
    loads = sorted.toArray(TypeLoad[]::new);
    locations = new String[loads.length];
    for (int i = 0; i < loads.length; i++) {
      locations[i] = loads[i].node().getNetworkLocation();
      addToScopes(locations[i], i);
    }
    scopes.put("", new Range(0, loads.length));
  }

  /** What keeps those of a scope beside each other, whatever characters names have. */
  static String sortKey(String location) {
    return location.replace('/', '\u0000') + '\u0000';
  }

  private void addToScopes(String location, int place) {
    for (int end = location.length(); end > 0; end = location.lastIndexOf('/', end - 1)) {
      scopes.merge(
          location.substring(0, end),
          new Range(place, place + 1),
          (known, added) -> new Range(known.from(), added.to()));
    }
  }

  List<TypeLoad> loads() {
    return List.of(loads);
  }

  /**
   * Draws one at random.
   *
   * @param scope a place in the topology, or with {@code ~} in front all but that
   * @param isAllowed what it has to be besides
   * @return null if there is none
   */
  @Nullable TypeLoad draw(String scope, Collection<Node> excluded, Predicate<TypeLoad> isAllowed) {
    boolean isOutside = scope.startsWith(EvenPlacement.OUTSIDE);
    String inside = isOutside ? scope.substring(1) : scope;
    Range range = scopes.get(inside.equals("/") ? "" : inside);
    int size;
    if (isOutside) {
      size = loads.length - (range == null ? 0 : range.size());
    } else {
      size = range == null ? 0 : range.size();
    }
    if (size == 0) {
      return null;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < Math.min(size, MAX_TRIES); i++) {
      int place = place(range, isOutside, random.nextInt(size));
      if (isCandidate(place, excluded) && isAllowed.test(loads[place])) {
        return loads[place];
      }
    }
    int start = random.nextInt(size);
    for (int i = 0; i < size; i++) {
      int place = place(range, isOutside, (start + i) % size);
      if (isCandidate(place, excluded) && isAllowed.test(loads[place])) {
        return loads[place];
      }
    }
    return null;
  }

  private static int place(@Nullable Range range, boolean isOutside, int number) {
    if (range == null) {
      return number;
    }
    if (!isOutside) {
      return range.from() + number;
    }
    return number < range.from() ? number : number + range.size();
  }

  /** Whether the node is where it was when the list was made, in service and not excluded. */
  private boolean isCandidate(int place, Collection<Node> excluded) {
    DatanodeDescriptor node = loads[place].node();
    return node.getParent() != null
        && node.isInService()
        && node.getNetworkLocation().equals(locations[place])
        && !excluded.contains(node);
  }
}
