package org.tieredhdfs.mover.service.request;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * The lifecycle of a move request, from acceptance to end; all its state transitions are here.
 * Journal, page, {@code status}, metrics and audit log are updated from here.
 *
 * <pre>{@code
 * ACCEPTED ---> WALKING ---> MOVING ---> DONE, GIVEN_UP, CANCELLED
 *   ^  ^           |            |
 *   |  +-----------+------------+        asked for again meanwhile: once more
 *   |              v            v
 *   +------------ WAITING <-----+        for a file that is open, failed or held back
 * }</pre>
 *
 * <p>A file waits by itself: of a directory that was walked, each file that waits becomes a request
 * of its own. It is changed under the lock of the queue that has it, and read by anybody.
 */
public final class RequestLife {

  /** The state of a request. */
  public enum Stage {
    /** On stable storage, waiting for its turn. */
    ACCEPTED,
    /** Its files are being found. */
    WALKING,
    /** All its files are found. */
    MOVING,
    /** Nothing can be done before something happens or some time has come. */
    WAITING,
    /** Every file is where its policy says, or is not to be moved. */
    DONE,
    /** The same but for files that were given up. */
    GIVEN_UP,
    /** Somebody has ended it. */
    CANCELLED;

    public boolean isEnd() {
      return this == DONE || this == GIVEN_UP || this == CANCELLED;
    }
  }

  private volatile QueuedRequest request;
  private volatile Stage stage = Stage.ACCEPTED;
  private volatile @Nullable WaitingFile waiting;
  private volatile @Nullable Run run;
  private volatile long dueNs;
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger joins = new AtomicInteger();

  /** What was asked meanwhile of the same file or directory. */
  private volatile @Nullable QueuedRequest again;

  public RequestLife(QueuedRequest request) {
    this.request = request;
  }

  public long id() {
    return request.id();
  }

  public QueuedRequest request() {
    return request;
  }

  public Stage stage() {
    Run now = run;
    return stage == Stage.WALKING && now != null && now.isAllFound() ? Stage.MOVING : stage;
  }

  /** What it waits for; null if it does not wait, or is to be worked on as if it were new. */
  public @Nullable WaitingFile waiting() {
    return waiting;
  }

  /** What it waits for or has waited for; null if it is to be worked on as if it were new. */
  public @Nullable WaitingFile recordedWait() {
    Run now = run;
    return again != null ? null : now == null ? waiting : now.before();
  }

  /** The request with what was asked meanwhile. */
  public QueuedRequest recorded() {
    QueuedRequest next = again;
    return next == null ? request : request.askedAgain(next);
  }

  /** The current work; null if there is none. */
  public @Nullable Run run() {
    return run;
  }

  /** When its wait ends, by {@link System#nanoTime}; used while it waits. */
  public long dueNs() {
    return dueNs;
  }

  /** How many times in a row the whole request was put back. */
  public int rounds() {
    return rounds.get();
  }

  /** Whether it is done but for files that wait by themselves. */
  public boolean waitsForItsFiles() {
    return stage == Stage.WAITING && waitsFor(Why.FILES);
  }

  /** Whether it waits for this reason, or did so when it was last put into the queue. */
  public boolean waitsFor(Why why) {
    WaitingFile now = waiting;
    return now != null && now.why() == why;
  }

  /** How many times the request was repeated. */
  public int joins() {
    return joins.get();
  }

  private void require(boolean isAllowed, String what) {
    if (!isAllowed) {
      throw new IllegalStateException(request + " is " + stage + " and cannot " + what);
    }
  }

  /** What is on record: it waits. */
  public void restored(QueuedRequest recorded, WaitingFile file) {
    require(stage == Stage.ACCEPTED || stage == Stage.WAITING, "be restored");
    request = recorded;
    waitFor(file);
    stage = Stage.WAITING;
  }

  /**
   * A walk has found its file, which still waits; what it waits for may have come nearer.
   *
   * @return what it waits for now; null if it is to be joined, since it does not wait for a file
   */
  public @Nullable WaitingFile foundAgain(QueuedRequest found, WaitingFile file) {
    WaitingFile before = waiting;
    if (stage != Stage.WAITING || before == null) {
      return null;
    }
    QueuedRequest merged = request.foundAgain(found, file.isThere());
    boolean isMoved = !merged.path().equals(request.path());
    request = merged;
    WaitingFile now =
        isMoved || before.why() != file.why() || file.dueNs() - before.dueNs() < 0
            ? file.after(before)
            : before;
    waitFor(now);
    return now;
  }

  /**
   * The request was repeated; the whole of it is checked again.
   *
   * @return what is asked for now
   */
  public QueuedRequest join(QueuedRequest newer) {
    require(!stage.isEnd(), "be joined");
    joins.incrementAndGet();
    if (stage == Stage.WALKING) {
      QueuedRequest before = again;
      again =
          (before == null ? newer : before.askedAgain(newer))
              .numbered(id(), request.group(), request.groupSize());
      return request.askedAgain(newer);
    }
    request = request.askedAgain(newer);
    waiting = null;
    if (newer.origin() != Origin.RECHECK) {
      rounds.set(0);
    }
    return request;
  }

  /** Ends its wait: what it waited for has happened, or it was repeated. */
  public void due() {
    require(stage == Stage.WAITING, "be due");
    stage = Stage.ACCEPTED;
  }

  /**
   * Starts its turn.
   *
   * @return what it has waited for; null if it is as new
   */
  public @Nullable WaitingFile begin() {
    require(stage == Stage.ACCEPTED, "begin");
    stage = Stage.WALKING;
    // fix the time of acceptance: delays that start there would never end if it moved
    request = request.acceptedBy(System.currentTimeMillis());
    WaitingFile before = waiting;
    waiting = null;
    return before;
  }

  public void began(Run work) {
    require(stage == Stage.WALKING, "be worked on");
    run = work;
  }

  /** Puts the whole request back for a time. */
  public void rest(long untilNs) {
    require(stage == Stage.WALKING, "rest");
    run = null;
    if (!goesOnAtOnce(false)) {
      rounds.incrementAndGet();
      dueNs = untilNs;
      stage = Stage.WAITING;
    }
  }

  /**
   * The current work is done.
   *
   * @param left what it waits for from now on; null if it is done
   * @param gaveUp whether files will never be brought to their policy
   */
  public void worked(@Nullable WaitingFile left, boolean gaveUp) {
    require(stage == Stage.WALKING, "end its work");
    run = null;
    if (goesOnAtOnce(left == null)) {
      return;
    }
    rounds.set(0);
    if (left == null) {
      stage = gaveUp ? Stage.GIVEN_UP : Stage.DONE;
    } else {
      waitFor(left);
      stage = Stage.WAITING;
    }
  }

  /** All files for which it has waited have ended; does nothing if it was asked for again. */
  public void filesEnded() {
    if (waitsForItsFiles()) {
      waiting = null;
      stage = Stage.DONE;
    }
  }

  private boolean goesOnAtOnce(boolean isComplete) {
    QueuedRequest next = again;
    if (next == null) {
      return false;
    }
    // merge unfinished work into the repeated request
    request = isComplete ? next : request.askedAgain(next);
    again = null;
    rounds.set(0);
    stage = Stage.ACCEPTED;
    return true;
  }

  private void waitFor(WaitingFile file) {
    waiting = file;
    dueNs = file.dueNs();
  }

  /** Cancels the request; the caller cancels the current work. */
  public void cancel() {
    require(!stage.isEnd(), "be cancelled");
    stage = Stage.CANCELLED;
    waiting = null;
    again = null;
  }

  @Override
  public String toString() {
    return request + " " + stage;
  }
}
