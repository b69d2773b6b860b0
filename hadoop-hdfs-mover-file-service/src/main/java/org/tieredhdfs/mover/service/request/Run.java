package org.tieredhdfs.mover.service.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileListener;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * One run of a request: separates finished files from those to retry and those given up.
 * Thread-safe.
 */
public final class Run implements FileListener {
  private static final int MAX_GIVEN_UP = 1_000;

  /**
   * Of more open files than that, a close that nobody heard is found by the check after a while.
   */
  private static final int MAX_OPEN = 1_000;

  /** Failures that do not pass by themselves; all others are tried again. */
  private static final Set<Reason> FINAL =
      Set.of(
          Reason.PLACEMENT_RULES,
          Reason.PINNED,
          Reason.IMMOVABLE_TYPE,
          Reason.CORRUPT,
          Reason.POLICY_NOT_FOR_ERASURE_CODING,
          Reason.UNKNOWN_POLICY,
          Reason.NO_PERMISSION);

  private final RequestLife life;
  private final RetrySettings retry;
  private final @Nullable WaitingFile before;
  private final Predicate<WaitingFile> others;
  private final RequestProgress progress = new RequestProgress();

  // guarded by this
  private final List<FileRef> open = new ArrayList<>();
  private final List<GivenUp> givenUp = new ArrayList<>();
  private @Nullable WaitingFile left;
  private int setAside;
  private int lost;
  private volatile @Nullable MoveHandle handle;

  /**
   * @param before what the request has waited for; null if it is as new
   * @param others takes files that a walk has found and that wait; refuses where there is no room
   */
  public Run(
      RequestLife life,
      @Nullable WaitingFile before,
      RetrySettings retry,
      Predicate<WaitingFile> others) {
    this.life = life;
    this.before = before;
    this.retry = retry;
    this.others = others;
  }

  public void began(MoveHandle work) {
    handle = work;
  }

  public boolean isAllFound() {
    MoveHandle work = handle;
    return work != null && work.progress().isAllFound();
  }

  public void cancel() {
    MoveHandle work = handle;
    if (work != null) {
      work.cancel();
    }
  }

  @Override
  public void ended(FileResult result) {
    switch (result.outcome()) {
      case CANCELLED -> lostOne();
      case INCOMPLETE -> incomplete(result);
      default -> progress.finished(result);
    }
  }

  @Override
  public void heldBack(FileRef file, long notBeforeMs) {
    long nowMs = System.currentTimeMillis();
    waits(file, Why.RULE, "", Math.max(0, notBeforeMs - nowMs), nowMs);
  }

  private void incomplete(FileResult result) {
    long nowMs = System.currentTimeMillis();
    FileRef file = new FileRef(result.inodeId(), result.path());
    BlockFailure passing = null;
    boolean isOpen = false;
    for (BlockFailure failure : result.failures()) {
      if (failure.reason() == Reason.BEING_WRITTEN) {
        isOpen = true;
      } else if (!FINAL.contains(failure.reason())) {
        passing = failure;
      }
    }
    WaitingFile known = before;
    boolean isTooOld =
        known != null
            && known.why() == Why.RETRY
            && Math.abs(nowMs - known.sinceMs()) >= retry.giveUpAfterMs()
            // The clock may have been set
            && known.tries() * retry.backoff().longestMs() >= retry.giveUpAfterMs() / 2;
    if (passing != null && passing.reason() == Reason.UPGRADING) {
      // No failure, and it may take weeks
      waits(file, Why.RULE, passing.reason().name(), retry.backoff().longestMs(), nowMs);
    } else if (passing != null && !isTooOld) {
      int tries = known == null || known.why() != Why.RETRY ? 1 : known.tries() + 1;
      waits(file, Why.RETRY, passing.reason().name(), retry.delayMs(tries), nowMs);
    } else if (isOpen && passing == null) {
      waits(file, Why.OPEN, "", retry.openFileDelayMs(), nowMs);
    } else {
      gaveUp(result, nowMs);
    }
  }

  private void waits(FileRef file, Why why, String reason, long delayMs, long nowMs) {
    WaitingFile waiting =
        new WaitingFile(
            file,
            why,
            reason,
            nowMs,
            nowMs + delayMs,
            1,
            System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs));
    boolean isOwn = file.inodeId() == life.request().inodeId();
    boolean isKept = isOwn || others.test(waiting);
    synchronized (this) {
      if (isOwn) {
        left = waiting.after(before);
      } else if (isKept) {
        setAside++;
      } else {
        lost++;
      }
      if (isKept && why == Why.OPEN && open.size() < MAX_OPEN) {
        open.add(file);
      }
    }
  }

  private synchronized void lostOne() {
    lost++;
  }

  private synchronized void gaveUp(FileResult result, long nowMs) {
    progress.finished(result);
    if (givenUp.size() < MAX_GIVEN_UP) {
      BlockFailure failure = result.failures().isEmpty() ? null : result.failures().get(0);
      QueuedRequest request = life.request();
      givenUp.add(
          new GivenUp(
              result.inodeId(),
              result.path(),
              request.group(),
              request.user(),
              failure == null ? FileOutcome.INCOMPLETE.name() : failure.reason().name(),
              failure == null ? "" : failure.detail(),
              nowMs));
    }
  }

  /** Whether the whole request must be checked again, because not all that wait were kept. */
  public synchronized boolean isCutShort() {
    MoveHandle work = handle;
    return lost > 0 || (work != null && work.isCutShort());
  }

  /** What the request waits for from now on; null if it is done. */
  public synchronized @Nullable WaitingFile left() {
    return left;
  }

  /** How many files were found that wait by themselves. */
  public synchronized int setAside() {
    return setAside;
  }

  /** Files that were open, some of them if there are many. */
  public synchronized List<FileRef> open() {
    return List.copyOf(open);
  }

  public synchronized List<GivenUp> givenUp() {
    return List.copyOf(givenUp);
  }

  /** What the request has waited for; null if it is as new. */
  public @Nullable WaitingFile before() {
    return before;
  }

  /** Adds the outcome of the files so far. */
  public void addTo(RequestProgress sum) {
    sum.add(progress);
    MoveHandle work = handle;
    if (work != null) {
      sum.add(work.progress());
      sum.add(work.errors());
    }
  }

  /** Adds what was moved for a request that will be rechecked completely. */
  public void addMovedTo(RequestProgress sum) {
    MoveHandle work = handle;
    if (work != null) {
      sum.addMoved(work.progress());
    }
  }
}
