package org.tieredhdfs.mover.service.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
  /** With more waiting files, or longer paths, the whole request waits. */
  private static final int MAX_WAITING = 1_000;

  private static final int MAX_WAITING_CHARS = 512 * 1024;
  private static final int MAX_GIVEN_UP = 1_000;

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
  private final Map<Long, WaitingFile> before = new HashMap<>();
  private final RequestProgress progress = new RequestProgress();

  // guarded by this
  private final List<WaitingFile> waiting = new ArrayList<>();
  private final List<GivenUp> givenUp = new ArrayList<>();
  private int chars;
  private int lost;
  private volatile @Nullable MoveHandle handle;

  /**
   * @param before the files that had waited and are checked now
   */
  public Run(RequestLife life, List<WaitingFile> before, RetrySettings retry) {
    this.life = life;
    this.retry = retry;
    before.forEach(file -> this.before.put(file.file().inodeId(), file));
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
    WaitingFile known = before.get(result.inodeId());
    boolean isTooOld =
        known != null
            && known.why() == Why.RETRY
            && Math.abs(nowMs - known.sinceMs()) >= retry.giveUpAfterMs();
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

  private synchronized void waits(FileRef file, Why why, String reason, long delayMs, long nowMs) {
    chars += file.path().length();
    if (waiting.size() >= MAX_WAITING || chars > MAX_WAITING_CHARS) {
      lost++;
      return;
    }
    WaitingFile known = before.get(file.inodeId());
    WaitingFile same = known != null && known.why() == why ? known : null;
    waiting.add(
        new WaitingFile(
            file,
            why,
            reason,
            same == null ? nowMs : same.sinceMs(),
            nowMs + delayMs,
            same == null ? 1 : same.tries() + 1,
            System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs)));
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

  /** Whether the whole request must be checked again, because more files wait than are kept. */
  public synchronized boolean isCutShort() {
    MoveHandle work = handle;
    return lost > 0 || (work != null && work.isCutShort());
  }

  public synchronized List<WaitingFile> waiting() {
    return List.copyOf(waiting);
  }

  public synchronized List<GivenUp> givenUp() {
    return List.copyOf(givenUp);
  }

  /** The files that had waited and were checked. */
  public List<WaitingFile> before() {
    return List.copyOf(before.values());
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
