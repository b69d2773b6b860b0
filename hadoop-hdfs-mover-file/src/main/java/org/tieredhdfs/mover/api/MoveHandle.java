package org.tieredhdfs.mover.api;

import java.time.Duration;
import java.util.List;

/** A request that is being worked on. Thread-safe. */
public interface MoveHandle {

  /** Its number, unique within the mover. */
  long id();

  MoveProgress progress();

  /** Files that were not brought to their policy, the last ones of many. */
  List<FileResult> unsatisfied();

  /** What went wrong with the request itself, such as a path that is not there; mostly empty. */
  List<String> errors();

  /**
   * Whether not all files of the request were found, because the NameNode could not be asked for
   * them or the request was cancelled, so that it is worth asking again.
   */
  boolean isCutShort();

  /** Begins nothing more; what is being transferred comes to its end. */
  void cancel();

  /** Has something done when the end has come, at once if it has; it must not block. */
  void whenEnded(Runnable action);

  /** Waits for the end; returns whether it has come. */
  boolean await(Duration timeout) throws InterruptedException;
}
