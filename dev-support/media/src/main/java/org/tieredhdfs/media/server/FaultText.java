package org.tieredhdfs.media.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Faults;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.Stutter;

/** Describes the faults of a device in words. */
final class FaultText {
  private FaultText() {}

  /** {@code sound}, or what is wrong with commas between. */
  static String of(Faults faults) {
    List<String> all = new ArrayList<>();
    if (faults.hang() != Hang.NONE) {
      all.add(
          faults.hang() == Hang.ALL
              ? "hangs"
              : faults.hang().name().toLowerCase(Locale.ROOT) + " hang");
    }
    if (faults.slowness() != 1) {
      all.add(String.format(Locale.ROOT, "%.4g times as slow", faults.slowness()));
    }
    if (!faults.stutter().equals(Stutter.NONE)) {
      all.add(
          "stops for "
              + TimeUnit.NANOSECONDS.toMillis(faults.stutter().pauseNs())
              + " ms every "
              + TimeUnit.NANOSECONDS.toMillis(faults.stutter().everyNs())
              + " ms");
    }
    addRange(all, "errors", faults.errors());
    addRange(all, "wrong bits", faults.flips());
    return all.isEmpty() ? "sound" : String.join(", ", all);
  }

  private static void addRange(List<String> all, String what, ByteRange range) {
    if (!range.equals(ByteRange.NONE)) {
      all.add(what + " from " + range.from() + " to " + range.to());
    }
  }
}
