package org.tieredhdfs.mover.service;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the records of a journal come to: the requests that are not done, and how far the stream of
 * events was read. Used under the lock of its owner.
 */
final class JournalState {
  static final long NOTHING_SEEN = -1;

  private final Map<Long, QueuedRequest> open = new LinkedHashMap<>();
  private long lastId;
  private long lastTransaction = NOTHING_SEEN;
  private long ended;

  void accepted(QueuedRequest request) {
    open.put(request.id(), request);
    lastId = Math.max(lastId, request.id());
  }

  void ended(long id) {
    if (open.remove(id) != null) {
      ended++;
    }
  }

  void seen(long transaction) {
    lastTransaction = Math.max(lastTransaction, transaction);
  }

  void usedIds(long upTo) {
    lastId = Math.max(lastId, upTo);
  }

  long lastId() {
    return lastId;
  }

  /** The last transaction of which all requests are recorded; {@link #NOTHING_SEEN} for none. */
  long lastTransaction() {
    return lastTransaction;
  }

  Collection<QueuedRequest> open() {
    return List.copyOf(open.values());
  }

  int openCount() {
    return open.size();
  }

  /** How many records of ended requests could be left out of a new file. */
  long endedSinceCompaction() {
    return ended;
  }

  void compacted() {
    ended = 0;
  }
}
