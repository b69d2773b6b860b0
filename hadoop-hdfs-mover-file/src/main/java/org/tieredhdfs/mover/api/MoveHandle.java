package org.tieredhdfs.mover.api;

import java.time.Duration;
import java.util.List;

/** A running request. Thread-safe. */
public interface MoveHandle {

  /** Its number, unique within the mover. */
  long id();

  MoveProgress progress();

  /** Files that are not in place; only the last ones if there are many. */
  List<FileResult> unsatisfied();

  /** Errors of the request itself, such as a missing path; usually empty. */
  List<String> errors();

  /**
   * Whether not all files of the request were found, because the NameNode could not be asked for
   * them or the request was cancelled, so that it is worth asking again.
   */
  boolean isCutShort();

  /** Cancels the request; running transfers finish. */
  void cancel();

  /** Runs an action at the end, immediately if the request has ended; it must not block. */
  void whenEnded(Runnable action);

  /** Waits for the end; returns whether the request has ended. */
  boolean await(Duration timeout) throws InterruptedException;
}
