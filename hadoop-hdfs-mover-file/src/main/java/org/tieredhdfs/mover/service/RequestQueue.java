package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that wait, as the journal has them: what is in here is on stable storage.
 *
 * <p>Bounded by what is open in all, also what runs or is to be looked at later. Thread-safe. The
 * journal is written outside this queue's own lock.
 */
final class RequestQueue {
  private static final Logger LOG = LoggerFactory.getLogger(RequestQueue.class);
  private static final int MIN_DROPPED_TO_TIDY = 1_000;
  private static final long ROOM_CHECK_MS = 1_000;

  /** A request that is not to be taken before its time, by the clock that cannot be set. */
  private record Delayed(QueuedRequest request, long dueNs) {}

  private final Journal journal;
  private final int capacity;

  // guarded by this
  private final ArrayDeque<QueuedRequest> waiting = new ArrayDeque<>();
  private final long startNs = System.nanoTime();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(one -> one.dueNs() - startNs));

  /** About how many in here have ended; some may have been on their way out. */
  private int dropped;

  RequestQueue(Journal journal, int capacity) {
    this.journal = journal;
    this.capacity = capacity;
    waiting.addAll(journal.state().open().values());
  }

  long lastTransaction() {
    return journal.state().lastTransaction();
  }

  /** Waits until there is room for more. */
  synchronized void awaitRoom() throws InterruptedException {
    while (!hasRoomFor(1)) {
      wait(ROOM_CHECK_MS);
    }
  }

  private boolean hasRoomFor(int more) {
    return journal.state().openCount() + (long) more <= capacity;
  }

  /** Takes in requests that come of events; when this returns, they survive a crash. */
  void accept(List<QueuedRequest> requests, long transaction) throws IOException {
    add(journal.accept(requests, transaction));
  }

  /**
   * Takes in what together is one request of a user; when this returns, it survives a crash.
   *
   * @return its number
   * @throws IOException if there is no room for it
   */
  long acceptTogether(List<QueuedRequest> requests) throws IOException {
    if (!hasRoomFor(requests.size())) {
      throw new IOException(
          "the queue has room for "
              + capacity
              + " files and directories and holds "
              + journal.state().openCount()
              + "; try again when some are done");
    }
    List<QueuedRequest> safe = journal.acceptTogether(requests);
    add(safe);
    return safe.get(0).group();
  }

  private void add(List<QueuedRequest> safe) {
    synchronized (this) {
      waiting.addAll(safe);
      notifyAll();
    }
    for (QueuedRequest request : safe) {
      LOG.debug("Accepted {}", request);
    }
  }

  /** The next request whose time has come, when there is one. */
  synchronized QueuedRequest take() throws InterruptedException {
    while (true) {
      long nowNs = System.nanoTime();
      Delayed first = delayed.peek();
      while (first != null && first.dueNs() - nowNs <= 0) {
        waiting.add(first.request());
        delayed.remove();
        first = delayed.peek();
      }
      QueuedRequest next = waiting.poll();
      if (next == null) {
        if (first == null) {
          wait();
        } else {
          TimeUnit.NANOSECONDS.timedWait(this, first.dueNs() - nowNs);
        }
      } else if (journal.state().open().containsKey(next.id())) {
        return next;
      } else {
        dropped = Math.max(0, dropped - 1);
      }
    }
  }

  /** Puts a request that is not done back, to be taken when some time has passed. */
  synchronized void putBack(QueuedRequest request, long delayMs) {
    delayed.add(new Delayed(request, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs)));
    notifyAll();
  }

  /** Lets the journal forget a request, and no more give it out. */
  void ended(QueuedRequest request) {
    try {
      journal.ended(request.id());
    } catch (IOException e) {
      LOG.warn("{} may be worked on again after a restart: {}", request, e.toString());
    }
    synchronized (this) {
      notifyAll();
    }
  }

  /** Takes note that a request ended that was waiting here. */
  synchronized void wasDropped() {
    dropped++;
    if (dropped >= Math.max(MIN_DROPPED_TO_TIDY, (waiting.size() + delayed.size()) / 2)) {
      waiting.removeIf(request -> !journal.state().open().containsKey(request.id()));
      delayed.removeIf(one -> !journal.state().open().containsKey(one.request().id()));
      dropped = 0;
    }
  }

  /** How many are not done, wherever they are. */
  int open() {
    return journal.state().openCount();
  }

  /**
   * How many wait for their time to come, cancelled ones that were not yet tidied up among them.
   */
  synchronized int delayed() {
    return delayed.size();
  }
}
