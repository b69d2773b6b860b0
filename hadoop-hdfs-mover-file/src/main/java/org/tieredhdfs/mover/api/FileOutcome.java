package org.tieredhdfs.mover.api;

/** What came of one file. */
public enum FileOutcome {
  /** All its blocks lay where the policy says before anything was done. */
  IN_PLACE,
  /** Blocks were moved and all lie where the policy says now. */
  MOVED,
  /** Some blocks are not where the policy says; there is a reason for each. */
  INCOMPLETE,
  /** A rule or a filter of the service says that it is not to be moved, or not yet. */
  LEFT_OUT,
  /** The file was deleted meanwhile, or was never there. */
  GONE,
  /** The request was cancelled before the file was done. */
  CANCELLED
}
