package org.tieredhdfs.tiering.heat;

import java.util.Iterator;
import java.util.LinkedHashSet;

/** Takes each file that is read, in place of those whose last read is the longest ago. */
class LruTier implements FastTier {
  private final ReadTrace trace;
  private final long capacityBytes;
  private final LinkedHashSet<Integer> held = new LinkedHashSet<>();
  private long heldBytes;
  private long movedBytes;

  LruTier(ReadTrace trace, long capacityBytes) {
    this.trace = trace;
    this.capacityBytes = capacityBytes;
  }

  @Override
  public boolean read(int file) {
    if (held.remove(file)) {
      held.add(file);
      return true;
    }
    if (isAdmitted(file)) {
      take(file);
    }
    return false;
  }

  /** Whether a file that is not held is taken. */
  boolean isAdmitted(int file) {
    return trace.bytes(file) <= capacityBytes;
  }

  private void take(int file) {
    held.add(file);
    heldBytes += trace.bytes(file);
    movedBytes += trace.bytes(file);
    Iterator<Integer> oldest = held.iterator();
    while (heldBytes > capacityBytes) {
      heldBytes -= trace.bytes(oldest.next());
      oldest.remove();
    }
  }

  @Override
  public long movedBytes() {
    return movedBytes;
  }
}
