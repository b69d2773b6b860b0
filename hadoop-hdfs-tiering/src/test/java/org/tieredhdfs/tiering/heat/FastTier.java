package org.tieredhdfs.tiering.heat;

/** What a fast tier of limited size holds while a trace is played. Used by one thread. */
interface FastTier {
  /** Called before the reads of an hour. */
  default void begin(int hour) {}

  /** Takes note of a read; whether the tier held the file. */
  boolean read(int file);

  /** Bytes that were brought into the tier so far. */
  long movedBytes();
}
