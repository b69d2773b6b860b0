package org.tieredhdfs.media.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
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

  /** {@code sound}, or what is wrong, with commas between. */
  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    if (hang != Hang.NONE) {
      all.add(hang == Hang.ALL ? "hangs" : hang.name().toLowerCase(Locale.ROOT) + " hang");
    }
    if (slowness != 1) {
      all.add(String.format(Locale.ROOT, "%.4g times as slow", slowness));
    }
    if (!stutter.equals(Stutter.NONE)) {
      all.add(
          String.format(
              Locale.ROOT,
              "stops for %d ms every %d ms",
              TimeUnit.NANOSECONDS.toMillis(stutter.pauseNs()),
              TimeUnit.NANOSECONDS.toMillis(stutter.everyNs())));
    }
    if (!errors.equals(ByteRange.NONE)) {
      all.add("errors from " + errors.from() + " to " + errors.to());
    }
    if (!flips.equals(ByteRange.NONE)) {
      all.add("wrong bits from " + flips.from() + " to " + flips.to());
    }
    return all.isEmpty() ? "sound" : String.join(", ", all);
  }
}
