package org.tieredhdfs.mover.service;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileListener;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.RuleGate;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.OpenRequests.Turn;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.Run;
import org.tieredhdfs.mover.service.request.ServiceSettings;
import org.tieredhdfs.mover.transfer.NamedThreads;
import org.tieredhdfs.mover.work.FileGate;
import org.tieredhdfs.mover.work.RequestRef;

/**
 * Runs requests in turn, up to a limit: single files in one loop, directories in another, each with
 * one thread.
 */
final class RequestRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRunner.class);

  /** The number of threads that check single files with the NameNode and filters. */
  private static final int FILE_THREADS = 16;

  private final FileMover mover;
  private final OpenRequests requests;
  private final RequestBook book;
  private final Journal journal;
  private final Supplier<MoveRules> rules;
  private final ServiceTotals totals;
  private final Semaphore roomForFiles;
  private final Semaphore roomForWalks;

  private final ExecutorService files =
      Executors.newFixedThreadPool(FILE_THREADS, new NamedThreads("file-mover-file-"));

  /** Takes down what has ended; its queue is no longer than there is room for requests. */
  private final ExecutorService ends =
      Executors.newSingleThreadExecutor(new NamedThreads("file-mover-ends-"));

  RequestRunner(
      FileMover mover,
      OpenRequests requests,
      RequestBook book,
      Journal journal,
      Supplier<MoveRules> rules,
      ServiceTotals totals,
      ServiceSettings settings) {
    this.mover = mover;
    this.requests = requests;
    this.book = book;
    this.journal = journal;
    this.rules = rules;
    this.totals = totals;
    this.roomForFiles = new Semaphore(settings.requests());
    this.roomForWalks = new Semaphore(settings.walks());
  }

  /** Begins the next single file or walk when there is one and room for it. */
  void runNext(Lane lane) throws InterruptedException {
    Semaphore room = lane == Lane.FILES ? roomForFiles : roomForWalks;
    room.acquire();
    boolean hasBegun = false;
    Turn turn = null;
    try {
      turn = requests.take(lane);
      hasBegun = begin(turn, room);
    } catch (RuntimeException | Error e) {
      if (turn != null) {
        LOG.error("Cannot start {}", turn.life(), e);
        long unused = requests.restAfterFailure(turn);
      }
      throw e;
    } finally {
      if (!hasBegun) {
        room.release();
      }
    }
  }

  private boolean begin(Turn turn, Semaphore room) throws InterruptedException {
    long nowMs = System.currentTimeMillis();
    QueuedRequest request = turn.life().request();
    MoveRules now = rules.get();
    RuleGate gate =
        request.isOfUser()
            ? null
            : new RuleGate(
                now, mover.namenode(), request.acceptedMs(), request.origin().changesPolicies());
    if (gate != null && turn.run().before() == null) {
      long restMs = now.delayMs(request.path(), request.acceptedMs(), nowMs);
      if (restMs > 0) {
        requests.rest(turn, restMs);
        return false;
      }
    }
    MoveHandle handle = submit(turn, request, gate == null ? FileGate.OPEN : gate);
    turn.run().began(handle);
    book.began(turn);
    handle.whenEnded(() -> endedSoon(turn, room));
    return true;
  }

  private MoveHandle submit(Turn turn, QueuedRequest request, FileGate gate)
      throws InterruptedException {
    FileListener listener = listener(turn.run());
    RequestRef ref = new RequestRef(request.group(), request.user());
    FileRef start = new FileRef(request.inodeId(), request.path());
    return turn.lane() == Lane.WALKS
        ? mover.submitWalk(ref, start, request.isRecursive(), gate, listener)
        : mover.submitFile(ref, start, gate, listener, files);
  }

  private FileListener listener(Run run) {
    return new FileListener() {
      @Override
      public void ended(FileResult result) {
        totals.add(result);
        run.ended(result);
        if (result.isGood()) {
          journal.resolved(result.inodeId());
        }
      }

      @Override
      public void heldBack(FileRef file, long notBeforeMs) {
        run.heldBack(file, notBeforeMs);
      }
    };
  }

  private void endedSoon(Turn turn, Semaphore room) {
    try {
      ends.execute(
          () -> {
            try {
              ended(turn);
            } catch (RuntimeException | Error e) {
              LOG.error("Cannot record the outcome of {}", turn.life(), e);
              lookAgain(turn);
            } finally {
              room.release();
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("The service was closed; open requests are in the journal", e);
    }
  }

  private void lookAgain(Turn turn) {
    book.willRest(turn);
    long delayMs = requests.restAfterFailure(turn);
    LOG.info("{}: retrying all of it in {} ms", turn.life(), delayMs);
  }

  private void ended(Turn turn) {
    Run run = turn.run();
    if (run.isCutShort() && !book.isCancelled(turn.life())) {
      lookAgain(turn);
      return;
    }
    run.givenUp().forEach(journal::gaveUp);
    book.worked(turn, run.left(), !run.givenUp().isEmpty());
    // those that were closed before they were waited for
    run.open().stream().filter(this::isClosed).forEach(file -> requests.closed(file.inodeId()));
  }

  private boolean isClosed(FileRef file) {
    try {
      return mover.namenode().isClosed(file);
    } catch (FileNotFoundException e) {
      return true;
    } catch (IOException e) {
      LOG.info("Cannot check whether {} is closed; checking later: {}", file.path(), e.toString());
      return false;
    }
  }

  @Override
  public void close() {
    files.shutdownNow();
    ends.shutdown();
  }
}
