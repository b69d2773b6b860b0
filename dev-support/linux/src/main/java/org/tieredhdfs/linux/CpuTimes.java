package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A snapshot of the kernel's processor times, with the time that a virtual machine's host took away
 * (steal). Immutable.
 *
 * @param totalTicks of all processors since the start
 * @param stolenTicks of these, when something was to be run here and others ran there
 */
public record CpuTimes(long totalTicks, long stolenTicks) {
  private static final String LABEL = "cpu ";

  /** user, nice, system, idle, iowait, irq, softirq, steal; what guests used is in user. */
  private static final int COUNTED = 8;

  private static final int STOLEN = 7;

  /**
   * As counted now.
   *
   * @throws IOException if the kernel does not tell
   */
  public static CpuTimes now() throws IOException {
    return parse(Files.readString(Path.of("/proc/stat")));
  }

  /** Reads {@code /proc/stat}, whose first line sums up all processors. */
  static CpuTimes parse(String stat) throws IOException {
    String line = stat.lines().findFirst().orElse("");
    String[] ticks = line.replaceFirst("^" + LABEL + " *", "").split(" ");
    if (!line.startsWith(LABEL) || ticks.length < COUNTED) {
      throw new IOException("/proc/stat: '" + line + "' is no sum over the processors");
    }
    long total = Arrays.stream(ticks).limit(COUNTED).mapToLong(Long::parseLong).sum();
    return new CpuTimes(total, Long.parseLong(ticks[STOLEN]));
  }

  /** How much of all time since an earlier moment was stolen, from 0 to 100. */
  public double stolenPercentSince(CpuTimes earlier) {
    long ticks = totalTicks - earlier.totalTicks;
    // the kernel may take back a few ticks
    long stolen = Math.max(0, stolenTicks - earlier.stolenTicks);
    return ticks <= 0 ? 0 : Math.min(100, 100.0 * stolen / ticks);
  }
}
