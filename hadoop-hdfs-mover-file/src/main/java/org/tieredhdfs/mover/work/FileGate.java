package org.tieredhdfs.mover.work;

import org.tieredhdfs.mover.namenode.FileRef;

/** What decides of each file that a walk finds whether it is to be moved; it may take its time. */
@FunctionalInterface
public interface FileGate {
  /** Lets everything through. */
  FileGate OPEN = file -> true;

  /** Whether a file is to be moved now. */
  boolean lets(FileRef file);

  /** Hears of each directory before the files in it come. */
  default void enters(FileRef directory) {}
}
