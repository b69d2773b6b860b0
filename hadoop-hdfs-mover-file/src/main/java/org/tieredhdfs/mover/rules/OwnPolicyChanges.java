package org.tieredhdfs.mover.rules;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The files whose policy the service itself has changed a moment ago, so that it need not look at
 * them again when the NameNode tells of it. Only the last ones are kept; thread-safe.
 */
public final class OwnPolicyChanges {
  private static final int MAX_KEPT = 10_000;

  private final Set<Long> inodes = new LinkedHashSet<>();

  synchronized void add(long inodeId) {
    if (inodes.size() == MAX_KEPT) {
      Iterator<Long> oldest = inodes.iterator();
      oldest.next();
      oldest.remove();
    }
    inodes.add(inodeId);
  }

  /** Whether the next event of a changed policy of this file is one of the service's own. */
  public synchronized boolean take(long inodeId) {
    return inodes.remove(inodeId);
  }
}
