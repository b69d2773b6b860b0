package org.tieredhdfs.mover.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/**
 * What the records of a journal come to: what is not done, the last of users' requests that have
 * ended, and how far the stream of events was read.
 *
 * <p>Written under the lock of its owner; read by anybody without waiting for it.
 */
final class JournalState {
  static final long NOTHING_SEEN = -1;

  private final int maxFinished;
  private final NavigableMap<Long, QueuedRequest> open = new ConcurrentSkipListMap<>();
  private final AtomicInteger openCount = new AtomicInteger();
  private volatile long lastTransaction = NOTHING_SEEN;
  private long lastId;
  private long ended;

  // guarded by itself
  private final Map<Long, RequestStatusProto> finished = new LinkedHashMap<>();

  /**
   * @param maxFinished how many requests that have ended are kept
   */
  JournalState(int maxFinished) {
    this.maxFinished = maxFinished;
  }

  void accepted(QueuedRequest request) {
    if (open.put(request.id(), request) == null) {
      openCount.incrementAndGet();
    }
    lastId = Math.max(lastId, request.id());
  }

  void ended(long id) {
    if (open.remove(id) != null) {
      openCount.decrementAndGet();
      ended++;
    }
  }

  void finished(RequestStatusProto status) {
    synchronized (finished) {
      finished.put(status.getId(), status);
      if (finished.size() > maxFinished) {
        finished.remove(finished.keySet().iterator().next());
      }
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

  /** What is not done, by number; a view that may be read while it changes. */
  NavigableMap<Long, QueuedRequest> open() {
    return open;
  }

  int openCount() {
    return openCount.get();
  }

  /** A user's request that has ended; null if it is not known, or no more. */
  @Nullable RequestStatusProto finished(long id) {
    synchronized (finished) {
      return finished.get(id);
    }
  }

  /** Users' requests that have ended, the oldest first. */
  List<RequestStatusProto> finished() {
    synchronized (finished) {
      return new ArrayList<>(finished.values());
    }
  }

  /** How many records of ended requests could be left out of a new file. */
  long endedSinceCompaction() {
    return ended;
  }

  void compacted() {
    ended = 0;
  }
}
