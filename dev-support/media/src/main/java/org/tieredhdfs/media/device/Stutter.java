package org.tieredhdfs.media.device;

/**
 * Pauses of a device: {@code pauseNs} at the start of each period of {@code everyNs}, in which it
 * begins nothing.
 *
 * @param pauseNs how long each takes; from 0 to less than {@code everyNs}
 * @param everyNs from the start of one to that of the next; above 0
 */
public record Stutter(long pauseNs, long everyNs) {
  /** No pause. */
  public static final Stutter NONE = new Stutter(0, 1);

  public Stutter {
    if (pauseNs < 0 || everyNs <= pauseNs) {
      throw new IllegalArgumentException(
          "stutter: a pause of " + pauseNs + " ns every " + everyNs + " ns is not possible");
    }
  }

  /** When what could begin at {@code beginNs} begins. */
  long begin(long beginNs) {
    long inPeriod = Math.floorMod(beginNs, everyNs);
    return inPeriod < pauseNs ? beginNs + pauseNs - inPeriod : beginNs;
  }
}
