package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A snapshot of the kernel's counters of block devices. Immutable. */
public final class DiskStats {
  private static final int FIELDS = 14;
  private static final int FIRST_COUNTER = 3;
  private static final int READS = 3;
  private static final int READ_SECTORS = 5;
  private static final int READ_MS = 6;
  private static final int WRITES = 7;
  private static final int WRITTEN_SECTORS = 9;
  private static final int WRITE_MS = 10;
  private static final int BUSY_MS = 12;
  private static final double MB_PER_SECTOR = 512 / 1e6;

  private final Map<String, long[]> byDevice = new HashMap<>();
  private final long atNs;

  private DiskStats(long atNs) {
    this.atNs = atNs;
  }

  public static DiskStats now() throws IOException {
    return parse(Files.readString(Path.of("/proc/diskstats")), System.nanoTime());
  }

  /** Reads {@code /proc/diskstats}; lines that are none of a device are passed over. */
  static DiskStats parse(String text, long atNs) {
    DiskStats stats = new DiskStats(atNs);
    for (String line : text.lines().toList()) {
      String[] fields = line.strip().split("\\s+", -1);
      if (fields.length >= FIELDS) {
        long[] counters = new long[FIELDS];
        for (int i = FIRST_COUNTER; i < FIELDS; i++) {
          counters[i] = Long.parseLong(fields[i]);
        }
        stats.byDevice.put(fields[0] + ":" + fields[1], counters);
      }
    }
    return stats;
  }

  /**
   * The load of a device from an earlier moment until this one.
   *
   * @param device its number, {@code major:minor}
   */
  DiskLoad loadSince(DiskStats earlier, String device) {
    double seconds = (atNs - earlier.atNs) / 1e9;
    if (seconds <= 0) {
      return new DiskLoad(0, 0, 0, 0, 0);
    }
    long[] done = byDevice.getOrDefault(device, new long[FIELDS]).clone();
    long[] before = earlier.byDevice.getOrDefault(device, new long[FIELDS]);
    for (int i = 0; i < FIELDS; i++) {
      done[i] -= before[i];
    }
    long requests = done[READS] + done[WRITES];
    return new DiskLoad(
        requests / seconds,
        done[READ_SECTORS] * MB_PER_SECTOR / seconds,
        done[WRITTEN_SECTORS] * MB_PER_SECTOR / seconds,
        requests == 0 ? 0 : (double) (done[READ_MS] + done[WRITE_MS]) / requests,
        Math.min(100, done[BUSY_MS] / 10.0 / seconds));
  }
}
