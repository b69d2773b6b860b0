package org.tieredhdfs.mover.transfer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue in which users take turns, then each user's requests, with the entries of a request in
 * order. Used under a lock.
 */
final class TurnQueue<E> {
  private final Map<String, Map<Owner, ArrayDeque<E>>> byUser = new LinkedHashMap<>();

  void add(Owner owner, E entry) {
    byUser
        .computeIfAbsent(owner.user(), any -> new LinkedHashMap<>())
        .computeIfAbsent(owner, any -> new ArrayDeque<>())
        .add(entry);
  }

  /**
   * Takes out the first entry that may go, and puts its user last, and its owner among theirs.
   *
   * @param maxLooked how many are asked about
   * @return null if none may go
   */
  @Nullable E takeFirst(Predicate<E> mayGo, int maxLooked) {
    int left = maxLooked;
    for (Map.Entry<String, Map<Owner, ArrayDeque<E>>> user : byUser.entrySet()) {
      if (left == 0) {
        return null;
      }
      int mostOfUser = Math.min(left, Math.max(1, maxLooked / byUser.size()));
      E entry = takeFirstOf(user.getValue(), mayGo, mostOfUser);
      if (entry != null) {
        putLast(byUser, user.getKey(), Map::isEmpty);
        return entry;
      }
      left -= mostOfUser;
    }
    return null;
  }

  private static <E> @Nullable E takeFirstOf(
      Map<Owner, ArrayDeque<E>> byOwner, Predicate<E> mayGo, int maxLooked) {
    int left = maxLooked;
    for (Map.Entry<Owner, ArrayDeque<E>> owner : byOwner.entrySet()) {
      if (left == 0) {
        return null;
      }
      // look at a share of each owner's entries, so that later owners get a chance
      int mostOfOwner = Math.min(left, Math.max(1, maxLooked / byOwner.size()));
      Iterator<E> entries = owner.getValue().iterator();
      for (int i = 0; i < mostOfOwner && entries.hasNext(); i++) {
        E entry = entries.next();
        left--;
        if (mayGo.test(entry)) {
          entries.remove();
          putLast(byOwner, owner.getKey(), ArrayDeque::isEmpty);
          return entry;
        }
      }
    }
    return null;
  }

  private static <K, V> void putLast(Map<K, V> turns, K key, Predicate<V> isEmpty) {
    V waiting = turns.remove(key);
    if (waiting != null && !isEmpty.test(waiting)) {
      turns.put(key, waiting);
    }
  }

  /** Takes out all of an owner. */
  List<E> removeAll(Owner owner) {
    Map<Owner, ArrayDeque<E>> byOwner = byUser.get(owner.user());
    if (byOwner == null) {
      return List.of();
    }
    ArrayDeque<E> entries = byOwner.remove(owner);
    if (byOwner.isEmpty()) {
      byUser.remove(owner.user());
    }
    return entries == null ? List.of() : List.copyOf(entries);
  }

  List<E> all() {
    List<E> all = new ArrayList<>();
    byUser.values().forEach(byOwner -> byOwner.values().forEach(all::addAll));
    return all;
  }

  boolean isEmpty() {
    return byUser.isEmpty();
  }
}
