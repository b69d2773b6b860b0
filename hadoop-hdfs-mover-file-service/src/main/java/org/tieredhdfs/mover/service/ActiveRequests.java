package org.tieredhdfs.mover.service;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;

/**
 * The requests that are worked on or could be, as opposed to those that wait for something.
 *
 * <p>Used under the lock of {@link OpenRequests}, but for {@link #oldestAgeMs}.
 */
final class ActiveRequests {
  private static final String EVENTS = "";

  private final NavigableMap<Long, RequestLife> byId = new ConcurrentSkipListMap<>();

  /** What was asked for; files that walks have found are not counted again. */
  private final Map<String, Integer> byUser = new HashMap<>();

  private int ofUsers;

  void add(RequestLife life) {
    if (byId.put(life.id(), life) == null) {
      count(life.request(), 1);
    }
  }

  void remove(RequestLife life) {
    if (byId.remove(life.id()) != null) {
      count(life.request(), -1);
    }
  }

  private void count(QueuedRequest request, int more) {
    if (request.isOfUser() && request.isFoundPart()) {
      return;
    }
    byUser.merge(request.user(), more, (one, other) -> one + other == 0 ? null : one + other);
    ofUsers += request.user().equals(EVENTS) ? 0 : more;
  }

  /** The number of a user's requests. */
  int of(String user) {
    return byUser.getOrDefault(user, 0);
  }

  int ofUsers() {
    return ofUsers;
  }

  int ofEvents() {
    return of(EVENTS);
  }

  /** How long the oldest is not done, in milliseconds; 0 if there is none. */
  long oldestAgeMs() {
    Map.Entry<Long, RequestLife> oldest = byId.firstEntry();
    return oldest == null
        ? 0
        : Math.max(0, System.currentTimeMillis() - oldest.getValue().request().acceptedMs());
  }
}
