package org.tieredhdfs.media.device;

import org.tieredhdfs.media.model.IoKind;

/**
 * The faults of a device.
 *
 * @param hang which requests wait until this changes
 * @param slowness how much longer everything takes; above 0, 1 for a sound device
 * @param stutter its pauses
 * @param errors where reads and writes fail
 * @param flips where each read has one bit wrong
 */
public record Faults(
    Hang hang, double slowness, Stutter stutter, ByteRange errors, ByteRange flips) {
  /** A sound device. */
  public static final Faults NONE =
      new Faults(Hang.NONE, 1, Stutter.NONE, ByteRange.NONE, ByteRange.NONE);

  public Faults {
    if (!(slowness > 0) || Double.isInfinite(slowness)) {
      throw new IllegalArgumentException("slowness: " + slowness + " is not above 0");
    }
  }

  boolean hangs(IoKind kind) {
    return hang.hits(kind);
  }

  /** The faults of a device that hangs. */
  public Faults withHang(Hang which) {
    return new Faults(which, slowness, stutter, errors, flips);
  }

  /** Those of a device that takes {@code factor} times as long. */
  public Faults withSlowness(double factor) {
    return new Faults(hang, factor, stutter, errors, flips);
  }

  public Faults withStutter(Stutter pauses) {
    return new Faults(hang, slowness, pauses, errors, flips);
  }

  public Faults withErrors(ByteRange range) {
    return new Faults(hang, slowness, stutter, range, flips);
  }

  public Faults withFlips(ByteRange range) {
    return new Faults(hang, slowness, stutter, errors, range);
  }
}
