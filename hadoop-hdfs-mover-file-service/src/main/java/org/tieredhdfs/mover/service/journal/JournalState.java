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
 * The state that a journal's records add up to: open requests, the last ended requests of users,
 * and the position in the event stream.
 *
 * <p>Written under the lock of its owner; read by anybody without waiting for it.
 */
public final class JournalState {
  public static final long NOTHING_SEEN = -1;

  private final int maxFinished;
  private final NavigableMap<Long, RequestLife> open = new ConcurrentSkipListMap<>();
  private final AtomicInteger openCount = new AtomicInteger();

  /** By user; the empty name stands for events. */
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

  /** Replays that a request was repeated. */
  public void joined(QueuedRequest request) {
    RequestLife life = open.get(request.id());
    if (life != null) {
      QueuedRequest unused = life.join(request);
      if (life.stage() == RequestLife.Stage.WAITING) {
        life.due();
      }
    }
  }

  /** Replays which files of a request wait; if none do, the whole request is checked again. */
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

  /** Whether a file was removed from the list of those given up. */
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

  /** The files that were given up, the oldest first. */
  public List<GivenUp> givenUp() {
    synchronized (givenUp) {
      return new ArrayList<>(givenUp.values());
    }
  }

  /** The limits that were set; null if none were. */
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

  /** The open requests by number; a view that may be read while it changes. */
  public NavigableMap<Long, RequestLife> open() {
    return open;
  }

  public int openCount() {
    return openCount.get();
  }

  /** The number of open requests of a user; the empty name stands for events. */
  public int openCount(String user) {
    AtomicInteger count = openByUser.get(user);
    return count == null ? 0 : count.get();
  }

  /** An ended request of a user; null if unknown or no longer kept. */
  public @Nullable RequestStatusProto finished(long id) {
    synchronized (finished) {
      return finished.get(id);
    }
  }

  /** The users' ended requests, the oldest first. */
  public List<RequestStatusProto> finished() {
    synchronized (finished) {
      return new ArrayList<>(finished.values());
    }
  }

  /** How many records of ended requests a new file could omit. */
  public long endedSinceCompaction() {
    return ended;
  }

  public void compacted() {
    ended = 0;
  }
}
