package org.tieredhdfs.media.device;

import org.tieredhdfs.media.model.IoKind;

/** Which requests of a device wait until it is healed. */
public enum Hang {
  NONE,
  READS,
  /** Flushes, too. */
  WRITES,
  /** Syncs wait, and each commit of the file system; the page cache is still written back. */
  FLUSHES,
  ALL;

  boolean hits(IoKind kind) {
    return switch (this) {
      case NONE -> false;
      case READS -> kind == IoKind.READ;
      case WRITES -> kind != IoKind.READ;
      case FLUSHES -> kind == IoKind.FLUSH;
      case ALL -> true;
    };
  }
}
