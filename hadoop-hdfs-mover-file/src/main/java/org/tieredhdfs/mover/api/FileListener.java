package org.tieredhdfs.mover.api;

/** Someone who hears what came of each file, from the mover's threads; it must not block. */
@FunctionalInterface
public interface FileListener {
  void ended(FileResult result);

  /**
   * A gate has held a file back, which is told as {@link FileOutcome#LEFT_OUT} next.
   *
   * @param notBeforeMs when it is to be asked about again, in milliseconds since 1970
   */
  default void heldBack(FileRef file, long notBeforeMs) {}
}
