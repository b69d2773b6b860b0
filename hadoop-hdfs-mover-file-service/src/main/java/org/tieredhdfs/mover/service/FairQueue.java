package org.tieredhdfs.mover.service;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * The queue of requests, in which users take turns, with separate lanes for single files and
 * directories.
 *
 * <p>Events count as a user of their own. Files of a user that a rule has held back take turns with
 * the others: there may be a million of them. In each lane a user has no more than a share of what
 * is worked on. Used under the lock of its owner.
 */
public final class FairQueue {

  /** Lanes that do not wait for each other. */
  public enum Lane {
    /** Single files. */
    FILES,
    /** Directories to walk. */
    WALKS
  }

  /**
   * Who takes turns with others.
   *
   * @param isHeldBack whether these are files that a rule has held back
   */
  private record Holder(String user, boolean isHeldBack) {}

  /** A lane: the waiting users in turn order, and the number of each user's running requests. */
  private static final class Turns {
    final Map<Holder, Set<RequestLife>> waiting = new LinkedHashMap<>();
    final Map<String, Integer> taken = new HashMap<>();
    final int share;

    Turns(int share) {
      this.share = share;
    }
  }

  private final Map<Lane, Turns> lanes = new EnumMap<>(Lane.class);

  /**
   * @param shares how many requests of one user are worked on at a time, by lane
   */
  public FairQueue(Map<Lane, Integer> shares) {
    shares.forEach((lane, share) -> lanes.put(lane, new Turns(Math.max(1, share))));
  }

  public static Lane laneOf(RequestLife life) {
    return life.request().isDirectory() ? Lane.WALKS : Lane.FILES;
  }

  private static Holder holderOf(RequestLife life) {
    return new Holder(life.request().user(), life.waitsFor(Why.RULE));
  }

  @SuppressWarnings("NullAway") // there is one for each lane
  private Turns turns(Lane lane) {
    return lanes.get(lane);
  }

  public void add(RequestLife life) {
    turns(laneOf(life))
        .waiting
        .computeIfAbsent(holderOf(life), any -> new LinkedHashSet<>())
        .add(life);
  }

  /** The next request of a lane; null if none may run now. */
  public @Nullable RequestLife take(Lane lane) {
    Turns turns = turns(lane);
    Iterator<Map.Entry<Holder, Set<RequestLife>>> users = turns.waiting.entrySet().iterator();
    while (users.hasNext()) {
      Map.Entry<Holder, Set<RequestLife>> user = users.next();
      if (turns.taken.getOrDefault(user.getKey().user(), 0) >= turns.share) {
        continue;
      }
      Holder holder = user.getKey();
      Set<RequestLife> waiting = user.getValue();
      RequestLife life = waiting.iterator().next();
      waiting.remove(life);
      users.remove();
      if (!waiting.isEmpty()) {
        turns.waiting.put(holder, waiting);
      }
      turns.taken.merge(holder.user(), 1, Integer::sum);
      return life;
    }
    return null;
  }

  /** A user's request that was taken is no longer running. */
  public void gaveBack(Lane lane, String user) {
    turns(lane).taken.computeIfPresent(user, (any, count) -> count > 1 ? count - 1 : null);
  }

  /** Removes a request if it is in here; to be called before what it waits for changes. */
  public void remove(RequestLife life) {
    turns(laneOf(life))
        .waiting
        .computeIfPresent(
            holderOf(life),
            (user, waiting) -> waiting.remove(life) && waiting.isEmpty() ? null : waiting);
  }
}
