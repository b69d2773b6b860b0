package org.tieredhdfs.mover.service.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
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

  /** Those of users that walks have found, by request and number. */
  private final NavigableMap<Part, RequestLife> found = new ConcurrentSkipListMap<>();

  private final AtomicInteger ofUsers = new AtomicInteger();

  private volatile @Nullable LimitsProto limits;
  private volatile long lastTransaction = NOTHING_SEEN;
  private long lastId;

  // guarded by itself
  private final Map<Long, RequestStatusProto> finished = new LinkedHashMap<>();

  // guarded by itself; by inode
  private final Map<Long, GivenUp> givenUp = new LinkedHashMap<>();

  /** A part of a request. */
  private record Part(long group, long id) implements Comparable<Part> {
    static Part of(QueuedRequest request) {
      return new Part(request.group(), request.id());
    }

    @Override
    public int compareTo(Part other) {
      int byGroup = Long.compare(group, other.group);
      return byGroup == 0 ? Long.compare(id, other.id) : byGroup;
    }
  }

  /**
   * @param maxFinished how many requests that have ended, and files that were given up, are kept
   */
  public JournalState(int maxFinished) {
    this.maxFinished = maxFinished;
  }

  public RequestLife accepted(QueuedRequest request) {
    RequestLife life = new RequestLife(request);
    add(life);
    return life;
  }

  private void add(RequestLife life) {
    QueuedRequest request = life.request();
    if (open.put(request.id(), life) == null) {
      openCount.incrementAndGet();
      ofUsers.addAndGet(request.isOfUser() ? 1 : 0);
    }
    if (request.isOfUser() && request.isFoundPart()) {
      found.put(Part.of(request), life);
    }
    lastId = Math.max(lastId, request.id());
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

  /** A request, known or not, that waits. */
  public RequestLife waits(QueuedRequest request, WaitingFile file) {
    RequestLife known = open.get(request.id());
    if (known != null && known.request().inodeId() != request.inodeId()) {
      // a number of a request that was never accepted
      ended(request.id());
      known = null;
    }
    RequestLife life = known == null ? new RequestLife(request) : known;
    life.restored(request, file);
    if (known == null) {
      add(life);
    }
    return life;
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
      ofUsers.addAndGet(life.request().isOfUser() ? -1 : 0);
      found.remove(Part.of(life.request()));
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

  /** The open parts of a user's request that walks have found. */
  public Collection<RequestLife> foundParts(long group) {
    return found.subMap(new Part(group, 0), new Part(group + 1, 0)).values();
  }

  /** The number of open requests and parts of users. */
  public int ofUsers() {
    return ofUsers.get();
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
}
