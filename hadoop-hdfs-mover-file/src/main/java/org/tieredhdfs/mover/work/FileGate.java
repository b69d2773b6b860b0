package org.tieredhdfs.mover.work;

import java.io.IOException;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.MoveVerdict;

/** Decides whether a file that a walk has found is moved; may block. */
@FunctionalInterface
public interface FileGate {
  /** Lets everything through. */
  FileGate OPEN = file -> MoveVerdict.now();

  /** Whether a file is to be moved now, later or not at all. */
  MoveVerdict judge(FileRef file);

  /** Whether it may have given a file that it let through another policy than was listed. */
  default boolean mayChange(FileRef file) {
    return false;
  }

  /**
   * Hears of each directory before the files in it come.
   *
   * @throws IOException if what the gate does there failed, so that it is asked again
   */
  default void enters(FileRef directory) throws IOException {}
}
