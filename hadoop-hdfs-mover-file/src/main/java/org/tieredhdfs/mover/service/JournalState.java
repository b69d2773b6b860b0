package org.tieredhdfs.mover.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
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
  private final NavigableMap<Long, RequestLife> open = new ConcurrentSkipListMap<>();
  private final AtomicInteger openCount = new AtomicInteger();

  /** By the user who asked; of nobody: by events. */
  private final Map<String, AtomicInteger> openByUser = new ConcurrentHashMap<>();

  private volatile @Nullable LimitsProto limits;
  private volatile long lastTransaction = NOTHING_SEEN;
  private long lastId;
  private long ended;

  // guarded by itself
  private final Map<Long, RequestStatusProto> finished = new LinkedHashMap<>();

  // guarded by itself; by inode
  private final Map<Long, GivenUp> givenUp = new LinkedHashMap<>();

  /**
   * @param maxFinished how many requests that have ended, and files that were given up, are kept
   */
  JournalState(int maxFinished) {
    this.maxFinished = maxFinished;
  }

  RequestLife accepted(QueuedRequest request) {
    RequestLife life = new RequestLife(request);
    if (open.put(request.id(), life) == null) {
      openCount.incrementAndGet();
      countOf(request).incrementAndGet();
    }
    lastId = Math.max(lastId, request.id());
    return life;
  }

  private AtomicInteger countOf(QueuedRequest request) {
    return openByUser.computeIfAbsent(request.user(), any -> new AtomicInteger());
  }

  /** A request that was read from a file is asked for once more. */
  void joined(QueuedRequest request) {
    RequestLife life = open.get(request.id());
    if (life != null) {
      QueuedRequest unused = life.join(request);
      if (life.stage() == RequestLife.Stage.WAITING) {
        life.due();
      }
    }
  }

  /** Files of a request that was read from a file wait; none: all of it is looked at. */
  void waits(long id, List<WaitingFile> files) {
    RequestLife life = open.get(id);
    if (life != null && !files.isEmpty()) {
      life.restored(files);
    }
  }

  void gaveUp(GivenUp file) {
    synchronized (givenUp) {
      givenUp.remove(file.inodeId());
      givenUp.put(file.inodeId(), file);
      if (givenUp.size() > maxFinished) {
        givenUp.remove(givenUp.keySet().iterator().next());
      }
    }
  }

  /** Whether a file that had been given up is not listed any more. */
  boolean resolved(long inodeId) {
    synchronized (givenUp) {
      return givenUp.remove(inodeId) != null;
    }
  }

  int givenUpCount() {
    synchronized (givenUp) {
      return givenUp.size();
    }
  }

  /** Files that were given up, the oldest first. */
  List<GivenUp> givenUp() {
    synchronized (givenUp) {
      return new ArrayList<>(givenUp.values());
    }
  }

  /** Limits that somebody has set; null if nobody has. */
  @Nullable LimitsProto limits() {
    return limits;
  }

  void limits(LimitsProto changed) {
    limits = changed;
  }

  void ended(long id) {
    RequestLife life = open.remove(id);
    if (life != null) {
      openCount.decrementAndGet();
      openByUser.computeIfPresent(
          life.request().user(),
          (user, count) -> count.decrementAndGet() == 0 && !user.isEmpty() ? null : count);
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
  NavigableMap<Long, RequestLife> open() {
    return open;
  }

  int openCount() {
    return openCount.get();
  }

  /** How many are open of a user; of nobody: that come of events. */
  int openCount(String user) {
    AtomicInteger count = openByUser.get(user);
    return count == null ? 0 : count.get();
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
