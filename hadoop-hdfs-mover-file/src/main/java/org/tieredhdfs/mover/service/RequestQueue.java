package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that wait, as the journal has them: what is in here is on stable storage.
 *
 * <p>Thread-safe. The journal is written outside this queue's own lock.
 */
final class RequestQueue {
  private static final Logger LOG = LoggerFactory.getLogger(RequestQueue.class);

  private final Journal journal;
  private final int capacity;
  private final ArrayDeque<QueuedRequest> waiting = new ArrayDeque<>();

  RequestQueue(Journal journal, int capacity) {
    this.journal = journal;
    this.capacity = capacity;
    waiting.addAll(journal.open());
  }

  long lastTransaction() {
    return journal.lastTransaction();
  }

  /** Waits until there is room for more. */
  synchronized void awaitRoom() throws InterruptedException {
    while (waiting.size() >= capacity) {
      wait();
    }
  }

  /** Takes requests in; when this returns, they survive a crash. */
  void accept(List<QueuedRequest> requests, long transaction) throws IOException {
    List<QueuedRequest> safe = journal.accept(requests, transaction);
    synchronized (this) {
      waiting.addAll(safe);
      notifyAll();
    }
    for (QueuedRequest request : safe) {
      LOG.info("Accepted {}", request);
    }
  }

  /** The next request, when there is one. */
  synchronized QueuedRequest take() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    notifyAll();
    return waiting.remove();
  }

  /** Puts a request that is not done behind all others. */
  synchronized void putBack(QueuedRequest request) {
    waiting.add(request);
    notifyAll();
  }

  /** Lets the journal forget a request. */
  void ended(QueuedRequest request) {
    try {
      journal.ended(request.id());
    } catch (IOException e) {
      LOG.warn("{} may be worked on again after a restart: {}", request, e.toString());
    }
  }

  synchronized int size() {
    return waiting.size();
  }
}
