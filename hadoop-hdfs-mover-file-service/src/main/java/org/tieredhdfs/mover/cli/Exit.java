package org.tieredhdfs.mover.cli;

import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.MoveProgress;

/**
 * The exit codes of the command. The codes are those of stock {@code hdfs mover} where it has the
 * same outcome; a shell sees the negative ones as 256 more.
 */
enum Exit {
  SATISFIED(0),
  NOTHING_MOVED(-2),
  INCOMPLETE(-3),
  FAILED(-4),
  WRONG_USAGE(-5),
  INTERRUPTED(-6),
  UPGRADE(-7);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The exit code of a completed run. */
  static Exit of(MoveProgress progress) {
    if (progress.files(FileOutcome.INCOMPLETE) == 0 && progress.files(FileOutcome.CANCELLED) == 0) {
      return SATISFIED;
    }
    return progress.replicasMoved() == 0 ? NOTHING_MOVED : INCOMPLETE;
  }

  /** The exit code of two runs together: the more severe one. */
  Exit and(Exit other) {
    return other.compareTo(this) > 0 ? other : this;
  }
}
