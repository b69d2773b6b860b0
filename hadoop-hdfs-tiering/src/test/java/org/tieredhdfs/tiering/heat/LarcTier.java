package org.tieredhdfs.tiering.heat;

import java.util.Iterator;
import java.util.LinkedHashSet;

/**
 * LRU that takes a file only if it was read not long ago already: among the files that were read
 * last, of a length that adapts. (Huang et al., LARC, MSST 2013.)
 */
final class LarcTier extends LruTier {
  private static final double LEAST_SHARE = 0.1;
  private static final double LARGEST_SHARE = 0.9;

  private final ReadTrace trace;
  private final long capacityBytes;
  private final LinkedHashSet<Integer> seen = new LinkedHashSet<>();
  private double seenLimitBytes;
  private long seenBytes;

  LarcTier(ReadTrace trace, long capacityBytes) {
    super(trace, capacityBytes);
    this.trace = trace;
    this.capacityBytes = capacityBytes;
    seenLimitBytes = LEAST_SHARE * capacityBytes;
  }

  @Override
  public boolean read(int file) {
    boolean isHit = super.read(file);
    if (isHit) {
      double down = (double) trace.bytes(file) * capacityBytes / (capacityBytes - seenLimitBytes);
      seenLimitBytes = Math.max(LEAST_SHARE * capacityBytes, seenLimitBytes - down);
    }
    return isHit;
  }

  @Override
  boolean isAdmitted(int file) {
    double up = (double) trace.bytes(file) * capacityBytes / seenLimitBytes;
    seenLimitBytes = Math.min(LARGEST_SHARE * capacityBytes, seenLimitBytes + up);
    if (seen.remove(file)) {
      seenBytes -= trace.bytes(file);
      return super.isAdmitted(file);
    }
    seen.add(file);
    seenBytes += trace.bytes(file);
    Iterator<Integer> oldest = seen.iterator();
    while (seenBytes > seenLimitBytes) {
      seenBytes -= trace.bytes(oldest.next());
      oldest.remove();
    }
    return false;
  }
}
