package org.tieredhdfs.mover.transfer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue in which owners take turns, each with its entries in order. Used under a lock. */
final class TurnQueue<E> {
  private final Map<Object, ArrayDeque<E>> byOwner = new LinkedHashMap<>();

  void add(Object owner, E entry) {
    byOwner.computeIfAbsent(owner, any -> new ArrayDeque<>()).add(entry);
  }

  /**
   * Takes out the first entry that may go, and puts its owner last.
   *
   * @param maxLooked how many are asked about
   * @return null if none may go
   */
  @Nullable E takeFirst(Predicate<E> mayGo, int maxLooked) {
    int looked = 0;
    for (Map.Entry<Object, ArrayDeque<E>> owner : byOwner.entrySet()) {
      // of one owner not all: the next may want something else
      int mostOfOwner = Math.max(1, maxLooked / byOwner.size());
      Iterator<E> entries = owner.getValue().iterator();
      for (int i = 0; i < mostOfOwner && entries.hasNext(); i++) {
        if (looked == maxLooked) {
          return null;
        }
        looked++;
        E entry = entries.next();
        if (mayGo.test(entry)) {
          entries.remove();
          putLast(owner.getKey());
          return entry;
        }
      }
    }
    return null;
  }

  private void putLast(Object owner) {
    ArrayDeque<E> entries = byOwner.remove(owner);
    if (entries != null && !entries.isEmpty()) {
      byOwner.put(owner, entries);
    }
  }

  /** Takes out all of an owner. */
  List<E> removeAll(Object owner) {
    ArrayDeque<E> entries = byOwner.remove(owner);
    return entries == null ? List.of() : List.copyOf(entries);
  }

  List<E> all() {
    List<E> all = new ArrayList<>();
    byOwner.values().forEach(all::addAll);
    return all;
  }

  /** Forgets all. */
  void clear() {
    byOwner.clear();
  }

  boolean isEmpty() {
    return byOwner.isEmpty();
  }
}
