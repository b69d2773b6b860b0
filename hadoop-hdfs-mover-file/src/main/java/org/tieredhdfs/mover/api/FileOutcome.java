package org.tieredhdfs.mover.api;

/** The outcome of one file. */
public enum FileOutcome {
  /** All its blocks were already in place. */
  IN_PLACE,
  /** Blocks were moved, and all are in place now. */
  MOVED,
  /** Some blocks are not in place; each has a reason. */
  INCOMPLETE,
  /** A rule or a filter of the service does not allow the move, or not yet. */
  LEFT_OUT,
  /** The file was deleted meanwhile, or never existed. */
  GONE,
  /** The request was cancelled before the file was done. */
  CANCELLED
}
