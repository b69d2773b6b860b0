package org.tieredhdfs.tiering.heat;

import java.util.function.IntConsumer;

/** Reads of files, hour by hour; the same ones each time it is played. Used by one thread. */
interface ReadTrace {
  /** How many files there are; their numbers begin with 0. */
  int files();

  long bytes(int file);

  int hours();

  /** Shows the files that are read in an hour, in the order of their reads. */
  void play(int hour, IntConsumer read);

  /** Whether something is read once in this hour that nobody else asks for, as by a backup. */
  boolean isScanned(int hour);
}
