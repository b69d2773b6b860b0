package org.tieredhdfs.mover.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;

/**
 * The open files that requests wait for, by the path at the last check.
 *
 * <p>If a close is missed, because a directory above was renamed before or events were lost, a slow
 * check of each file finds it. Used under the lock of its owner.
 */
final class OpenFiles {
  private static final char END = '\0';

  /** By path and number of the request. */
  private final NavigableMap<String, RequestLife> byPath = new TreeMap<>();

  private final Map<String, Integer> names = new HashMap<>();
  private final Map<Long, Set<RequestLife>> byInode = new HashMap<>();

  void add(RequestLife life, WaitingFile file) {
    String key = key(file.file().path(), life);
    if (byPath.put(key, life) == null) {
      names.merge(nameOf(key), 1, Integer::sum);
      byInode.computeIfAbsent(life.request().inodeId(), any -> new HashSet<>()).add(life);
    }
  }

  void remove(RequestLife life, String path) {
    String key = key(path, life);
    if (byPath.remove(key) != null) {
      names.computeIfPresent(nameOf(key), (name, count) -> count > 1 ? count - 1 : null);
      byInode.computeIfPresent(
          life.request().inodeId(),
          (any, some) -> some.remove(life) && some.isEmpty() ? null : some);
    }
  }

  private static String key(String path, RequestLife life) {
    return path + END + life.id();
  }

  /** The last name of a path or a key. */
  private static String nameOf(String key) {
    int end = key.indexOf(END) < 0 ? key.length() : key.indexOf(END);
    return key.substring(key.lastIndexOf('/', end) + 1, end);
  }

  boolean isEmpty() {
    return byPath.isEmpty();
  }

  /** Whether a file of this name is waited for, at whatever path. */
  boolean hasName(String path) {
    return names.containsKey(nameOf(path));
  }

  /** What is waited for at a path, and below it. */
  List<RequestLife> at(String path) {
    List<RequestLife> found = new ArrayList<>();
    found.addAll(byPath.subMap(path + END, true, path + (char) (END + 1), false).values());
    found.addAll(byPath.subMap(path + '/', true, path + '0', false).values());
    return found;
  }

  /** All that wait for a file. */
  List<RequestLife> of(long inodeId) {
    return List.copyOf(byInode.getOrDefault(inodeId, Set.of()));
  }
}
