package org.tieredhdfs.mover.service;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;

/**
 * Events whose file or directory is not resolved yet, with its path after the last event that was
 * read. Events name former paths, but the NameNode only knows the current ones.
 *
 * <p>A rename takes what it concerns along; what was deleted or overwritten is dropped, also if
 * something else has its path now. Used by one thread.
 */
final class CarriedEvents {

  /** An event that is to become a request. */
  static final class Carried {
    private final long number;
    private final long transaction;
    private final Origin origin;
    private final @Nullable String sourceParent;
    private String path;
    private boolean isCertain;
    private boolean hasChanged;

    private Carried(
        long number, long transaction, String path, Origin origin, @Nullable String sourceParent) {
      this.number = number;
      this.transaction = transaction;
      this.path = path;
      this.origin = origin;
      this.sourceParent = sourceParent;
      this.isCertain = sourceParent == null;
    }

    String path() {
      return path;
    }

    Origin origin() {
      return origin;
    }

    /**
     * For a rename that may need no move: the directory whose policy applied before, if it still
     * applies; null if the file must be checked in any case.
     */
    @Nullable String sourceParent() {
      return isCertain ? null : sourceParent;
    }

    private void isAt(String newPath) {
      path = newPath;
      isToBeChecked();
    }

    /** What may have been found out about it does not count. */
    private void isToBeChecked() {
      isCertain = true;
      hasChanged = true;
    }
  }

  /** By path, then by number. */
  private final NavigableMap<String, Map<Long, Carried>> byPath = new TreeMap<>();

  /** By number, in the order of transactions. */
  private final NavigableMap<Long, Carried> all = new TreeMap<>();

  /** Renames whose source's policy still counts, by the source's directory, then by number. */
  private final NavigableMap<String, Map<Long, Carried>> uncertain = new TreeMap<>();

  private long lastNumber;

  /**
   * Takes an event in.
   *
   * @param sourceParent of a rename that counts only if another policy holds there; null otherwise
   */
  void add(long transaction, String path, Origin origin, @Nullable String sourceParent) {
    lastNumber++;
    Carried carried = new Carried(lastNumber, transaction, path, origin, sourceParent);
    all.put(carried.number, carried);
    put(byPath, path, carried);
    if (sourceParent != null) {
      put(uncertain, sourceParent, carried);
    }
  }

  private static void put(
      NavigableMap<String, Map<Long, Carried>> map, String path, Carried carried) {
    map.computeIfAbsent(path, any -> new LinkedHashMap<>()).put(carried.number, carried);
  }

  private static void remove(
      NavigableMap<String, Map<Long, Carried>> map, String path, Carried carried) {
    map.computeIfPresent(
        path,
        (any, some) -> {
          some.remove(carried.number, carried);
          return some.isEmpty() ? null : some;
        });
  }

  /** Whether what happened to a directory above a path is not known to anybody yet. */
  boolean isCarriedAbove(String path) {
    return isAboveIn(byPath.keySet(), path);
  }

  /** Whether a directory above a path is among these. */
  static boolean isAboveIn(Set<String> directories, String path) {
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (directories.contains(path.substring(0, end))) {
        return true;
      }
    }
    return directories.contains("/");
  }

  /** Records a rename, before its own event is added. */
  void renamed(String source, String target) {
    policyChanged(source);
    policyChanged(target);
    deleted(target);
    for (Carried carried : takeOut(byPath, source)) {
      carried.isAt(target + carried.path.substring(source.length()));
      if (byPath.getOrDefault(carried.path, Map.of()).values().stream()
          .anyMatch(older -> older.origin == carried.origin)) {
        // one request will be for both; a file that is renamed all the time carries one event
        all.remove(carried.number);
      } else {
        put(byPath, carried.path, carried);
      }
    }
  }

  /** Records that a path no longer exists, or is something else. */
  void deleted(String path) {
    policyChanged(path);
    takeOut(byPath, path).forEach(carried -> all.remove(carried.number));
  }

  /**
   * Another policy may hold at a path or below it: of renames from or to there nothing is known.
   */
  void policyChanged(String path) {
    takeOut(uncertain, path).forEach(Carried::isToBeChecked);
    for (Carried carried : atOrBelow(byPath, path)) {
      if (!carried.isCertain) {
        carried.isToBeChecked();
        removeUncertain(carried);
      }
    }
  }

  private void removeUncertain(Carried carried) {
    if (carried.sourceParent != null) {
      remove(uncertain, carried.sourceParent, carried);
    }
  }

  private static List<Carried> takeOut(NavigableMap<String, Map<Long, Carried>> map, String path) {
    List<Carried> taken = atOrBelow(map, path);
    map.remove(path);
    below(map, path).clear();
    return taken;
  }

  private static List<Carried> atOrBelow(
      NavigableMap<String, Map<Long, Carried>> map, String path) {
    List<Carried> found = new ArrayList<>(map.getOrDefault(path, Map.of()).values());
    below(map, path).values().forEach(some -> found.addAll(some.values()));
    return found;
  }

  private static NavigableMap<String, Map<Long, Carried>> below(
      NavigableMap<String, Map<Long, Carried>> map, String path) {
    return path.equals("/") ? map : map.subMap(path + '/', true, path + '0', false);
  }

  /** The first ones, of which it is noted from now on whether they stay as they are. */
  List<Carried> begin(int max) {
    List<Carried> first = all.values().stream().limit(max).toList();
    first.forEach(carried -> carried.hasChanged = false);
    return first;
  }

  /** Whether an event is unchanged since it was returned. */
  boolean isUnchanged(Carried carried) {
    return !carried.hasChanged && all.get(carried.number) == carried;
  }

  /** Removes an event that has become a request. */
  void end(Carried carried) {
    all.remove(carried.number);
    remove(byPath, carried.path, carried);
    removeUncertain(carried);
  }

  /** The last transaction of which nothing is carried, if all up to one was read. */
  long settledUpTo(long read) {
    return all.isEmpty() ? read : Math.min(read, all.firstEntry().getValue().transaction - 1);
  }

  /** The same when some of them are dropped. */
  long settledWithout(List<Carried> dropped, long read) {
    Set<Carried> without = new HashSet<>(dropped);
    for (Carried carried : all.values()) {
      if (!without.contains(carried)) {
        return Math.min(read, carried.transaction - 1);
      }
    }
    return read;
  }

  int size() {
    return all.size();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  void clear() {
    all.clear();
    byPath.clear();
    uncertain.clear();
  }
}
