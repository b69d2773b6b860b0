package org.tieredhdfs.media.device;

import org.tieredhdfs.media.model.IoKind;

/**
 * The faults of a device.
 *
 * @param readsHang whether reads wait until this changes
 * @param writesHang whether writes and flushes do
 * @param slowness how much longer everything takes; above 0, 1 for a sound device
 * @param stutter its pauses
 * @param errors where reads and writes fail
 * @param flips where each read has one bit wrong
 */
public record Faults(
    boolean readsHang,
    boolean writesHang,
    double slowness,
    Stutter stutter,
    ByteRange errors,
    ByteRange flips) {
  /** A sound device. */
  public static final Faults NONE =
      new Faults(false, false, 1, Stutter.NONE, ByteRange.NONE, ByteRange.NONE);

  public Faults {
    if (!(slowness > 0) || Double.isInfinite(slowness)) {
      throw new IllegalArgumentException("slowness: " + slowness + " is not above 0");
    }
  }

  boolean hangs(IoKind kind) {
    return kind == IoKind.READ ? readsHang : writesHang;
  }

  /** The faults of a device whose reads, writes or both hang. */
  public Faults withHang(boolean reads, boolean writes) {
    return new Faults(reads, writes, slowness, stutter, errors, flips);
  }

  /** Those of a device that takes {@code factor} times as long. */
  public Faults withSlowness(double factor) {
    return new Faults(readsHang, writesHang, factor, stutter, errors, flips);
  }

  public Faults withStutter(Stutter pauses) {
    return new Faults(readsHang, writesHang, slowness, pauses, errors, flips);
  }

  public Faults withErrors(ByteRange range) {
    return new Faults(readsHang, writesHang, slowness, stutter, range, flips);
  }

  public Faults withFlips(ByteRange range) {
    return new Faults(readsHang, writesHang, slowness, stutter, errors, range);
  }
}
