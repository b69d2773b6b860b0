package org.tieredhdfs.mover.work;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.transfer.NamedThreads;
import org.tieredhdfs.mover.transfer.Owner;

/**
 * The files in work, up to a limit, plus as many single files; adding one more blocks. Thread-safe.
 */
public final class FilePool implements AutoCloseable {

  private final MoverCore core;
  private final ListingCheck listings;
  private final int filesInFlight;
  private final Semaphore room;

  /** For single files, so that they do not wait behind directories. */
  private final Semaphore roomForSingle;

  private final ScheduledThreadPoolExecutor workers;
  private final Map<FileRunner, MoveJob.InFlight> running = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  public FilePool(MoverCore core, int filesInFlight, int threads) {
    this.core = core;
    this.listings = new ListingCheck(core);
    this.filesInFlight = filesInFlight;
    this.room = new Semaphore(filesInFlight, true);
    this.roomForSingle = new Semaphore(filesInFlight, true);
    // what comes after the end is of no use to anybody
    this.workers =
        new ScheduledThreadPoolExecutor(
            threads, new NamedThreads("file-mover-work-"), new ThreadPoolExecutor.DiscardPolicy());
    workers.setRemoveOnCancelPolicy(true);
    workers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Starts a file when there is room; false if the work was cancelled before.
   *
   * <p>A file that is in place according to the listing is finished immediately; a later change
   * counts as one after the check.
   */
  public boolean take(FileRef file, @Nullable ListedFile listed, MoveJob.InFlight watcher)
      throws InterruptedException {
    ListingCheck.Verdict verdict =
        listed == null ? ListingCheck.Verdict.IN_DOUBT : listings.judge(listed.status());
    if (verdict == ListingCheck.Verdict.IN_PLACE && !watcher.isCancelled()) {
      watcher.ended(FileResult.untouched(file.inodeId(), file.path(), FileOutcome.IN_PLACE));
      return true;
    }
    return take(file, verdict == ListingCheck.Verdict.OUT_OF_PLACE ? listed : null, watcher, room);
  }

  /** Starts the work on a single file in the same way. */
  public boolean takeSingle(FileRef file, @Nullable ListedFile listed, MoveJob.InFlight watcher)
      throws InterruptedException {
    return take(file, listed, watcher, roomForSingle);
  }

  private boolean take(
      FileRef file, @Nullable ListedFile listed, MoveJob.InFlight watcher, Semaphore places)
      throws InterruptedException {
    places.acquire();
    if (isClosed || watcher.isCancelled()) {
      // pass the permit on to the next waiter
      places.release();
      return false;
    }
    FileRunner runner =
        new FileRunner(
            core,
            workers,
            file,
            listed,
            watcher,
            finished -> {
              running.remove(finished);
              places.release();
            });
    running.put(runner, watcher);
    runner.wakeUp();
    return true;
  }

  /** Makes all files of an owner check immediately whether they are cancelled. */
  public void wakeUp(Owner owner) {
    running.forEach(
        (runner, watcher) -> {
          if (watcher.owner().equals(owner)) {
            runner.wakeUp();
          }
        });
  }

  @Override
  public void close() {
    isClosed = true;
    workers.shutdownNow();
    // wake all waiters, which then see that the pool is closed
    room.release(filesInFlight);
    roomForSingle.release(filesInFlight);
  }
}
