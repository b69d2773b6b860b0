package org.tieredhdfs.mover.api;

/** Receives the outcome of each file, in the mover's threads; must not block. */
@FunctionalInterface
public interface FileListener {
  void ended(FileResult result);

  /**
   * A gate has held a file back; the outcome {@link FileOutcome#LEFT_OUT} follows.
   *
   * @param notBeforeMs when it is to be asked about again, in milliseconds since 1970
   */
  default void heldBack(FileRef file, long notBeforeMs) {}
}
