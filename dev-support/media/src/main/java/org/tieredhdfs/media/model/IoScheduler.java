package org.tieredhdfs.media.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a medium: requests that continue at the head's position come first, otherwise the
 * oldest.
 *
 * <p>The oldest is passed over {@value #MAX_PASSED_OVER} times in a row at most, so that a stream
 * starves nobody. Not thread-safe; whoever adds bounds its length.
 *
 * @param <R> the requests
 */
public final class IoScheduler<R extends IoRequest> {
  private static final int MAX_PASSED_OVER = 32;

  private final Deque<R> waiting = new ArrayDeque<>();
  private int passedOver;

  public void add(R request) {
    waiting.addLast(request);
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The one that waits longest; null if nothing waits. */
  public @Nullable R oldest() {
    return waiting.peekFirst();
  }

  /** Removes the next request for {@code medium}; null if there is none. */
  public @Nullable R next(Medium medium) {
    if (passedOver < MAX_PASSED_OVER) {
      for (Iterator<R> requests = waiting.iterator(); requests.hasNext(); ) {
        R request = requests.next();
        if (medium.continues(request)) {
          passedOver = request == waiting.peekFirst() ? 0 : passedOver + 1;
          requests.remove();
          return request;
        }
      }
    }
    passedOver = 0;
    return waiting.pollFirst();
  }
}
