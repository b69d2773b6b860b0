package org.tieredhdfs.mover.service.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;

/**
 * The lifecycle of a move request, from acceptance to end; all its state transitions are here.
 * Journal, page, {@code status}, metrics and audit log are updated from here.
 *
 * <pre>{@code
 * ACCEPTED ---> WALKING ---> MOVING ---> DONE, GIVEN_UP, CANCELLED
 *   ^  ^           |            |
 *   |  +-----------+------------+        asked for again meanwhile: once more
 *   |              v            v
 *   +------------ WAITING <-----+        for files that are open, failed or held back
 * }</pre>
 *
 * <p>Single files wait, not the request: when their time has come, only they are checked. It is
 * changed under the lock of the queue that has it, and read by anybody.
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
  private volatile List<WaitingFile> waiting = List.of();
  private volatile @Nullable Run run;
  private volatile long dueNs;
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger joins = new AtomicInteger();
  private boolean hasGivenUp;

  /** What was asked meanwhile of the same file or directory. */
  private @Nullable QueuedRequest again;

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

  /** What waits, of a request that was worked on; empty if all of it does. */
  public List<WaitingFile> waiting() {
    return waiting;
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

  /** Whether single files wait, so that only they are checked on its next turn. */
  public boolean isInPart() {
    return !waiting.isEmpty();
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

  /** The files that waited before a restart. */
  public void restored(List<WaitingFile> files) {
    require(stage == Stage.ACCEPTED || stage == Stage.WAITING, "be restored");
    waitFor(files);
    stage = Stage.WAITING;
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
      again = (again == null ? newer : again.askedAgain(newer)).numbered(id(), request.group(), 1);
      return request.askedAgain(newer);
    }
    request = request.askedAgain(newer);
    waiting = List.of();
    rounds.set(0);
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
   * @return the files to check; empty for the whole request
   */
  public List<FileRef> begin(long nowNs) {
    require(stage == Stage.ACCEPTED, "begin");
    stage = Stage.WALKING;
    // fix the time of acceptance: delays that start there would never end if it moved
    request = request.acceptedBy(System.currentTimeMillis());
    List<FileRef> files = new ArrayList<>();
    List<WaitingFile> later = new ArrayList<>();
    for (WaitingFile file : waiting) {
      if (file.isDue(nowNs)) {
        files.add(file.file());
      } else {
        later.add(file);
      }
    }
    if (files.isEmpty()) {
      later.forEach(file -> files.add(file.file()));
      later.clear();
    }
    waiting = List.copyOf(later);
    return files;
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
      waiting = List.of();
      dueNs = untilNs;
      stage = Stage.WAITING;
    }
  }

  /**
   * The current work is done.
   *
   * @param left files that cannot be brought to their policy yet
   * @param gaveUp whether others never will
   */
  public void worked(List<WaitingFile> left, boolean gaveUp) {
    require(stage == Stage.WALKING, "end its work");
    run = null;
    hasGivenUp |= gaveUp;
    boolean isComplete = left.isEmpty() && waiting.isEmpty();
    if (goesOnAtOnce(isComplete)) {
      return;
    }
    rounds.set(0);
    if (isComplete) {
      stage = hasGivenUp ? Stage.GIVEN_UP : Stage.DONE;
      return;
    }
    List<WaitingFile> all = new ArrayList<>(waiting);
    all.addAll(left);
    waitFor(all);
    stage = Stage.WAITING;
  }

  private boolean goesOnAtOnce(boolean isComplete) {
    QueuedRequest next = again;
    if (next == null) {
      return false;
    }
    // merge unfinished work into the repeated request
    request = isComplete ? next : request.askedAgain(next);
    again = null;
    waiting = List.of();
    rounds.set(0);
    stage = Stage.ACCEPTED;
    return true;
  }

  /** Changes the times at which waiting files are checked. */
  public void waitFor(List<WaitingFile> files) {
    waiting = List.copyOf(files);
    long firstNs = files.get(0).dueNs();
    for (WaitingFile file : files) {
      firstNs = file.dueNs() - firstNs < 0 ? file.dueNs() : firstNs;
    }
    dueNs = firstNs;
  }

  /** Cancels the request; the caller cancels the current work. */
  public void cancel() {
    require(!stage.isEnd(), "be cancelled");
    stage = Stage.CANCELLED;
    waiting = List.of();
    again = null;
  }

  @Override
  public String toString() {
    return request + " " + stage;
  }
}
