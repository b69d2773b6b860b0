package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A snapshot of the kernel's counters of block devices. Immutable.
 *
 * @param byDevice by device number, {@code major:minor}
 * @param atNs when, by {@link System#nanoTime}
 */
public record DiskStats(Map<String, Counters> byDevice, long atNs) {
  private static final int FIELDS = 14;
  private static final int SECTOR_BYTES = 512;
  private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0);

  public DiskStats {
    byDevice = Map.copyOf(byDevice);
  }

  /**
   * The counters of one device since it was created.
   *
   * @param readMs time that all its reads took together
   * @param busyMs time in which it had anything to do
   */
  public record Counters(
      long reads,
      long readBytes,
      long readMs,
      long writes,
      long writtenBytes,
      long writeMs,
      long busyMs) {

    Counters minus(Counters earlier) {
      return new Counters(
          reads - earlier.reads,
          readBytes - earlier.readBytes,
          readMs - earlier.readMs,
          writes - earlier.writes,
          writtenBytes - earlier.writtenBytes,
          writeMs - earlier.writeMs,
          busyMs - earlier.busyMs);
    }
  }

  public static DiskStats now() throws IOException {
    return parse(Files.readString(Path.of("/proc/diskstats")), System.nanoTime());
  }

  /** Reads {@code /proc/diskstats}; lines that are none of a device are passed over. */
  static DiskStats parse(String text, long atNs) {
    Map<String, Counters> counters = new HashMap<>();
    for (String line : text.lines().toList()) {
      String[] fields = line.strip().split("\\s+", -1);
      if (fields.length >= FIELDS) {
        counters.put(
            fields[0] + ":" + fields[1],
            new Counters(
                Long.parseLong(fields[3]),
                Long.parseLong(fields[5]) * SECTOR_BYTES,
                Long.parseLong(fields[6]),
                Long.parseLong(fields[7]),
                Long.parseLong(fields[9]) * SECTOR_BYTES,
                Long.parseLong(fields[10]),
                Long.parseLong(fields[12])));
      }
    }
    return new DiskStats(counters, atNs);
  }

  /** The load of a device from an earlier moment until this one. */
  DiskLoad loadSince(DiskStats earlier, String device) {
    Counters now = byDevice.getOrDefault(device, NONE);
    Counters done = now.minus(earlier.byDevice.getOrDefault(device, NONE));
    return DiskLoad.of(done, (atNs - earlier.atNs) / 1e9);
  }
}
