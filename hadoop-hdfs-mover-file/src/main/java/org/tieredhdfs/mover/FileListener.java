package org.tieredhdfs.mover;

/** Someone who hears what came of each file, from the mover's threads; it must not block. */
@FunctionalInterface
public interface FileListener {
  void ended(FileResult result);
}
