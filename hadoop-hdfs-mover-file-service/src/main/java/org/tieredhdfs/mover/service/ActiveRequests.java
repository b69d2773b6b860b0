package org.tieredhdfs.mover.service;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;

/**
 * The requests that are worked on or could be, as opposed to those that wait for something.
 *
 * <p>Used under the lock of {@link OpenRequests}.
 */
final class ActiveRequests {
  /** With the time since when, by {@link System#nanoTime}; the oldest first. */
  private final Map<RequestLife, Long> sinceNs = new LinkedHashMap<>();

  /** What was asked for; files that walks have found are not counted again. */
  private final Map<String, Integer> byUser = new HashMap<>();

  private int ofUsers;

  void add(RequestLife life) {
    if (sinceNs.putIfAbsent(life, System.nanoTime()) == null) {
      count(life.request(), 1);
    }
  }

  void remove(RequestLife life) {
    if (sinceNs.remove(life) != null) {
      count(life.request(), -1);
    }
  }

  private void count(QueuedRequest request, int more) {
    if (request.isOfUser() && request.isFoundPart()) {
      return;
    }
    byUser.merge(request.user(), more, (one, other) -> one + other == 0 ? null : one + other);
    ofUsers += request.isOfUser() ? more : 0;
  }

  /** The number of a user's requests. */
  int of(String user) {
    return byUser.getOrDefault(user, 0);
  }

  int ofUsers() {
    return ofUsers;
  }

  /** For how long the oldest could have been done, in milliseconds; 0 if there is none. */
  long oldestAgeMs() {
    return sinceNs.isEmpty()
        ? 0
        : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs.values().iterator().next());
  }
}
