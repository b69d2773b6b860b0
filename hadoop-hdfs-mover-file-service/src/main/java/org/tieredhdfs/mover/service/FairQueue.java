package org.tieredhdfs.mover.service;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;

/**
 * The queue of requests, in which users take turns, with separate lanes for single files and
 * directories.
 *
 * <p>Events count as a user of their own. In each lane a user has no more than a share of what is
 * worked on. Used under the lock of its owner.
 */
public final class FairQueue {

  /** Lanes that do not wait for each other. */
  public enum Lane {
    /** Single files. */
    FILES,
    /** Directories to walk. */
    WALKS
  }

  /** A lane: the waiting users in turn order, and the number of each user's running requests. */
  private static final class Turns {
    final Map<String, ArrayDeque<RequestLife>> waiting = new LinkedHashMap<>();
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

  /** The lane of a request; one of which a single file is left uses the lane of single files. */
  public static Lane laneOf(RequestLife life) {
    boolean isWalk = life.isInPart() ? life.waiting().size() > 1 : life.request().isDirectory();
    return isWalk ? Lane.WALKS : Lane.FILES;
  }

  @SuppressWarnings("NullAway") // there is one for each lane
  private Turns turns(Lane lane) {
    return lanes.get(lane);
  }

  public void add(RequestLife life) {
    turns(laneOf(life))
        .waiting
        .computeIfAbsent(life.request().user(), any -> new ArrayDeque<>())
        .add(life);
  }

  /** The next request of a lane; null if none may run now. */
  public @Nullable RequestLife take(Lane lane) {
    Turns turns = turns(lane);
    Iterator<Map.Entry<String, ArrayDeque<RequestLife>>> users =
        turns.waiting.entrySet().iterator();
    while (users.hasNext()) {
      Map.Entry<String, ArrayDeque<RequestLife>> user = users.next();
      if (turns.taken.getOrDefault(user.getKey(), 0) >= turns.share) {
        continue;
      }
      RequestLife life = user.getValue().poll();
      while (life != null && life.stage() != Stage.ACCEPTED) {
        // cancelled while it waited
        life = user.getValue().poll();
      }
      if (user.getValue().isEmpty()) {
        users.remove();
      }
      if (life != null) {
        putLast(turns, user.getKey());
        turns.taken.merge(user.getKey(), 1, Integer::sum);
        return life;
      }
    }
    return null;
  }

  private static void putLast(Turns turns, String user) {
    ArrayDeque<RequestLife> waiting = turns.waiting.remove(user);
    if (waiting != null) {
      turns.waiting.put(user, waiting);
    }
  }

  /** A user's request that was taken is no longer running. */
  public void gaveBack(Lane lane, String user) {
    turns(lane).taken.computeIfPresent(user, (any, count) -> count > 1 ? count - 1 : null);
  }

  /** Removes cancelled requests. */
  public void tidy() {
    for (Turns turns : lanes.values()) {
      turns
          .waiting
          .values()
          .removeIf(
              queue -> {
                queue.removeIf(life -> life.stage() != Stage.ACCEPTED);
                return queue.isEmpty();
              });
    }
  }

  public int size() {
    return lanes.values().stream()
        .flatMap(turns -> turns.waiting.values().stream())
        .mapToInt(ArrayDeque::size)
        .sum();
  }
}
