package org.tieredhdfs.mover.service;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.FileResult;
import org.tieredhdfs.mover.MoveHandle;
import org.tieredhdfs.mover.Reason;
import org.tieredhdfs.mover.namenode.FileRef;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.OwnPolicyChanges;
import org.tieredhdfs.mover.rules.RuleGate;
import org.tieredhdfs.mover.service.QueuedRequest.Origin;
import org.tieredhdfs.mover.transfer.NamedThreads;
import org.tieredhdfs.mover.work.FileGate;

/** Has requests of the queue worked on, so many at a time. Its main loop is one thread. */
final class RequestRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRunner.class);

  private final FileMover mover;
  private final RequestQueue queue;
  private final RequestBook book;
  private final MoveRules rules;
  private final OwnPolicyChanges ownChanges;
  private final ServiceTotals totals;
  private final Semaphore room;
  private final long openFileDelayMs;

  /** Takes down what has ended; its queue is no longer than there is room for requests. */
  private final ExecutorService ends =
      Executors.newSingleThreadExecutor(new NamedThreads("file-mover-ends-"));

  RequestRunner(
      FileMover mover,
      RequestQueue queue,
      RequestBook book,
      MoveRules rules,
      OwnPolicyChanges ownChanges,
      ServiceTotals totals,
      ServiceSettings settings) {
    this.mover = mover;
    this.queue = queue;
    this.book = book;
    this.rules = rules;
    this.ownChanges = ownChanges;
    this.totals = totals;
    this.room = new Semaphore(settings.requests());
    this.openFileDelayMs = settings.openFileDelayMs();
  }

  /** Begins the next request when there is one and room for it. */
  void runNext() throws InterruptedException {
    room.acquire();
    boolean hasBegun = false;
    try {
      QueuedRequest taken = queue.take();
      long nowMs = System.currentTimeMillis();
      QueuedRequest request = taken.acceptedBy(nowMs);
      boolean followsRules = request.origin() != Origin.USER;
      long restMs = followsRules ? rules.delayMs(request.path(), request.acceptedMs(), nowMs) : 0;
      if (restMs > 0) {
        queue.putBack(request, restMs);
        return;
      }
      begin(request, followsRules ? gate(request) : null);
      hasBegun = true;
    } finally {
      if (!hasBegun) {
        room.release();
      }
    }
  }

  private RuleGate gate(QueuedRequest request) {
    return new RuleGate(
        rules,
        mover.namenode().fileSystem(),
        ownChanges,
        request.acceptedMs(),
        request.origin() != Origin.POLICY_CHANGE);
  }

  private void begin(QueuedRequest request, @Nullable RuleGate gate) throws InterruptedException {
    AtomicBoolean hasOpenFiles = new AtomicBoolean();
    MoveHandle handle =
        mover.submitWhenThereIsRoom(
            request.group(),
            new FileRef(request.inodeId(), request.path()),
            request.isRecursive(),
            gate == null ? FileGate.OPEN : gate,
            result -> {
              totals.add(result);
              if (isOpen(result)) {
                hasOpenFiles.set(true);
              }
            });
    book.began(request, handle);
    handle.whenEnded(() -> endedSoon(() -> ended(request, handle, gate, hasOpenFiles.get())));
  }

  private void endedSoon(Runnable ended) {
    try {
      ends.execute(
          () -> {
            try {
              ended.run();
            } finally {
              room.release();
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("The service was closed; the journal has what is open", e);
    }
  }

  private static boolean isOpen(FileResult result) {
    return result.failures().stream().anyMatch(failure -> failure.reason() == Reason.BEING_WRITTEN);
  }

  private void ended(
      QueuedRequest request, MoveHandle handle, @Nullable RuleGate gate, boolean hasOpenFiles) {
    LOG.debug("{}: {}", request, handle.progress());
    long delayMs = gate == null ? RuleGate.NONE : gate.delayMs();
    if (hasOpenFiles || handle.isCutShort()) {
      delayMs = delayMs == RuleGate.NONE ? openFileDelayMs : Math.min(delayMs, openFileDelayMs);
    }
    if (delayMs == RuleGate.NONE || book.isCancelled(request)) {
      book.ended(request, handle);
    } else {
      book.willGoOn(request, handle.progress());
      queue.putBack(request, delayMs);
    }
  }

  @Override
  public void close() {
    ends.shutdown();
  }
}
