package org.tieredhdfs.mover.service;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.FileResult;
import org.tieredhdfs.mover.MoveHandle;
import org.tieredhdfs.mover.MoveRequest;
import org.tieredhdfs.mover.Reason;
import org.tieredhdfs.mover.transfer.NamedThreads;

/** Has requests of the queue worked on, so many at a time. Its main loop is one thread. */
final class RequestRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRunner.class);

  private final FileMover mover;
  private final RequestQueue queue;
  private final Semaphore room;
  private final long openFileDelayMs;
  private final ScheduledExecutorService later =
      new ScheduledThreadPoolExecutor(1, new NamedThreads("file-mover-later-"));

  RequestRunner(FileMover mover, RequestQueue queue, ServiceSettings settings) {
    this.mover = mover;
    this.queue = queue;
    this.room = new Semaphore(settings.requests());
    this.openFileDelayMs = settings.openFileDelayMs();
  }

  /** Begins the next request when there is one and room for it. */
  void runNext() throws InterruptedException {
    room.acquire();
    QueuedRequest request;
    try {
      request = queue.take();
    } catch (InterruptedException e) {
      room.release();
      throw e;
    }
    AtomicBoolean hasOpenFiles = new AtomicBoolean();
    MoveHandle handle =
        mover.submit(
            new MoveRequest(List.of(), List.of(request.inodeId()), true),
            result -> {
              if (isOpen(result)) {
                hasOpenFiles.set(true);
              }
            });
    handle.whenEnded(() -> ended(request, handle, hasOpenFiles.get()));
  }

  private static boolean isOpen(FileResult result) {
    return result.failures().stream().anyMatch(failure -> failure.reason() == Reason.BEING_WRITTEN);
  }

  private void ended(QueuedRequest request, MoveHandle handle, boolean hasOpenFiles) {
    room.release();
    LOG.info("{}: {}", request, handle.progress());
    if (hasOpenFiles || handle.isCutShort()) {
      putBackLater(request);
    } else {
      queue.ended(request);
    }
  }

  private void putBackLater(QueuedRequest request) {
    try {
      ScheduledFuture<?> unused =
          later.schedule(() -> queue.putBack(request), openFileDelayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The service was closed; the journal has {}", request, e);
    }
  }

  @Override
  public void close() {
    later.shutdownNow();
  }
}
