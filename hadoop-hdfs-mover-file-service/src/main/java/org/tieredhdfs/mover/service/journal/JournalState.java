package org.tieredhdfs.mover.service.journal;

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
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;

/**
 * What the records of a journal come to: what is not done, the last of users' requests that have
 * ended, and how far the stream of events was read.
 *
 * <p>Written under the lock of its owner; read by anybody without waiting for it.
 */
public final class JournalState {
  public static final long NOTHING_SEEN = -1;

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
  public JournalState(int maxFinished) {
    this.maxFinished = maxFinished;
  }

  public RequestLife accepted(QueuedRequest request) {
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
  public void joined(QueuedRequest request) {
    RequestLife life = open.get(request.id());
    if (life != null) {
      QueuedRequest unused = life.join(request);
      if (life.stage() == RequestLife.Stage.WAITING) {
        life.due();
      }
    }
  }

  /** Files of a request that was read from a file wait; none: all of it is looked at. */
  public void waits(long id, List<WaitingFile> files) {
    RequestLife life = open.get(id);
    if (life != null && !files.isEmpty()) {
      life.restored(files);
    }
  }

  public void gaveUp(GivenUp file) {
    synchronized (givenUp) {
      givenUp.remove(file.inodeId());
      givenUp.put(file.inodeId(), file);
      if (givenUp.size() > maxFinished) {
        givenUp.remove(givenUp.keySet().iterator().next());
      }
    }
  }

  /** Whether a file that had been given up is not listed any more. */
  public boolean resolved(long inodeId) {
    synchronized (givenUp) {
      return givenUp.remove(inodeId) != null;
    }
  }

  public int givenUpCount() {
    synchronized (givenUp) {
      return givenUp.size();
    }
  }

  /** Files that were given up, the oldest first. */
  public List<GivenUp> givenUp() {
    synchronized (givenUp) {
      return new ArrayList<>(givenUp.values());
    }
  }

  /** Limits that somebody has set; null if nobody has. */
  public @Nullable LimitsProto limits() {
    return limits;
  }

  public void limits(LimitsProto changed) {
    limits = changed;
  }

  public void ended(long id) {
    RequestLife life = open.remove(id);
    if (life != null) {
      openCount.decrementAndGet();
      openByUser.computeIfPresent(
          life.request().user(),
          (user, count) -> count.decrementAndGet() == 0 && !user.isEmpty() ? null : count);
      ended++;
    }
  }

  public void finished(RequestStatusProto status) {
    synchronized (finished) {
      finished.put(status.getId(), status);
      if (finished.size() > maxFinished) {
        finished.remove(finished.keySet().iterator().next());
      }
    }
  }

  public void seen(long transaction) {
    lastTransaction = Math.max(lastTransaction, transaction);
  }

  public void usedIds(long upTo) {
    lastId = Math.max(lastId, upTo);
  }

  public long lastId() {
    return lastId;
  }

  /** The last transaction of which all requests are recorded; {@link #NOTHING_SEEN} for none. */
  public long lastTransaction() {
    return lastTransaction;
  }

  /** What is not done, by number; a view that may be read while it changes. */
  public NavigableMap<Long, RequestLife> open() {
    return open;
  }

  public int openCount() {
    return openCount.get();
  }

  /** How many are open of a user; of nobody: that come of events. */
  public int openCount(String user) {
    AtomicInteger count = openByUser.get(user);
    return count == null ? 0 : count.get();
  }

  /** A user's request that has ended; null if it is not known, or no more. */
  public @Nullable RequestStatusProto finished(long id) {
    synchronized (finished) {
      return finished.get(id);
    }
  }

  /** Users' requests that have ended, the oldest first. */
  public List<RequestStatusProto> finished() {
    synchronized (finished) {
      return new ArrayList<>(finished.values());
    }
  }

  /** How many records of ended requests could be left out of a new file. */
  public long endedSinceCompaction() {
    return ended;
  }

  public void compacted() {
    ended = 0;
  }
}
