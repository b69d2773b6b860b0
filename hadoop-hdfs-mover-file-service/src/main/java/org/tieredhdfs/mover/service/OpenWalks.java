package org.tieredhdfs.mover.service;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;

/**
 * The requests whose directories are being walked or will be, and the end of the last walk.
 *
 * <p>A walk may miss a file that is renamed meanwhile, from a directory that it has not reached to
 * one that it has left. Used under the lock of {@link OpenRequests}.
 */
final class OpenWalks {
  static final NavigableSet<String> EVERYWHERE =
      Collections.unmodifiableNavigableSet(new TreeSet<>(Set.of("/")));

  private final Set<RequestLife> directories = new LinkedHashSet<>();
  private boolean hasEnded;
  private long endedNs;

  void add(RequestLife life) {
    if (life.request().isDirectory()) {
      directories.add(life);
    }
  }

  /** The work on a request has ended, for now or for good. */
  void worked(RequestLife life, long nowNs) {
    if (directories.contains(life)) {
      hasEnded = true;
      endedNs = nowNs;
    }
  }

  /** A request has ended. */
  void remove(RequestLife life, long nowNs) {
    worked(life, nowNs);
    directories.remove(life);
  }

  /**
   * Where there was a walk at a time, by {@link System#nanoTime}, or later, or is to be one:
   * everywhere, or in the directories of requests that rest.
   */
  NavigableSet<String> since(long sinceNs) {
    if (hasEnded && endedNs - sinceNs >= 0) {
      return EVERYWHERE;
    }
    NavigableSet<String> paths = new TreeSet<>();
    for (RequestLife life : directories) {
      String path = life.request().path();
      if (life.stage() != Stage.WAITING) {
        return EVERYWHERE;
      } else if (!life.waitsForItsFiles()) {
        // users may write a path as they like: events have another one then
        if (!DFSUtilClient.isValidName(path)
            || path.endsWith("/")
            || path.startsWith(FileRef.BY_INODE)) {
          return EVERYWHERE;
        }
        paths.add(path);
      }
    }
    return paths;
  }
}
