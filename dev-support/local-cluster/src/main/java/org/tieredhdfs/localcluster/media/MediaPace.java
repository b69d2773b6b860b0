package org.tieredhdfs.localcluster.media;

import org.tieredhdfs.media.device.Overhead;

/**
 * How the time of all emulated media of a cluster goes.
 *
 * @param factor by which all of them are slower than their models, since a small machine cannot
 *     keep many of them busy at full speed; above 0
 * @param overhead of this machine, which is made up for
 */
public record MediaPace(double factor, Overhead overhead) {
  /**
   * The smallest factor at which hard disks and SATA SSDs were within a tenth of their models on a
   * machine of two processors.
   */
  public static final double DEFAULT_FACTOR = 5;

  public MediaPace {
    requireFactor("--media-factor", factor);
  }

  /** Media at this factor, with nothing made up for. */
  public static MediaPace of(double factor) {
    return new MediaPace(factor, Overhead.NONE);
  }

  /**
   * @throws IllegalArgumentException with one sentence that names {@code what} and the value
   */
  static double parseFactor(String what, String text) {
    try {
      double factor = Double.parseDouble(text.strip());
      requireFactor(what, factor);
      return factor;
    } catch (NumberFormatException e) {
      throw refusal(what, text);
    }
  }

  private static void requireFactor(String what, double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw refusal(what, Double.toString(factor));
    }
  }

  private static IllegalArgumentException refusal(String what, String value) {
    return new IllegalArgumentException(
        what + ": '" + value + "' is not allowed; it has to be a number above 0");
  }
}
