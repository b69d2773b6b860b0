package org.tieredhdfs.mover.transfer;

import java.util.HashMap;
import java.util.Map;

/**
 * The pauses of volumes after a large transfer, which let other users of the disk and node in.
 *
 * <p>Used under the lock of its owner. A volume that rests no more is forgotten when it is asked
 * about.
 */
final class VolumeCooldowns {
  private final Map<String, Long> untilNsByVolume = new HashMap<>();
  private final long maxNs;

  /**
   * @param maxNs the longest pause; 0 for none
   */
  VolumeCooldowns(long maxNs) {
    this.maxNs = maxNs;
  }

  /** Begins a pause that is as long as what the volume rests from, but for the maximum. */
  void begin(String volume, long workedNs, long nowNs) {
    if (maxNs > 0) {
      untilNsByVolume.put(volume, nowNs + Math.min(workedNs, maxNs));
    }
  }

  /** How long a volume rests still; 0 if it does not. */
  long waitNs(String volume, long nowNs) {
    Long untilNs = untilNsByVolume.get(volume);
    if (untilNs == null) {
      return 0;
    }
    long leftNs = untilNs - nowNs;
    if (leftNs <= 0) {
      untilNsByVolume.remove(volume);
      return 0;
    }
    return leftNs;
  }
}
