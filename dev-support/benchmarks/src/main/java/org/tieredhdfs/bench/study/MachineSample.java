package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sample of the whole machine; ticks and bytes on the network are since its start.
 *
 * @param userTicks of all processors in programs
 * @param systemTicks of all processors in the kernel
 * @param iowaitTicks of processors that were idle while a device was waited for
 * @param totalTicks of all processors
 * @param networkBytes received on all interfaces, loopback among them: daemons talk by that
 * @param availableBytes of memory that programs could still get
 */
record MachineSample(
    long userTicks,
    long systemTicks,
    long iowaitTicks,
    long totalTicks,
    long networkBytes,
    long availableBytes) {
  private static final Path PROC = Path.of("/proc");
  private static final String AVAILABLE = "MemAvailable:";
  private static final long KB = 1024;

  /** user, nice, system, idle, iowait, irq, softirq, steal; what guests used is in user. */
  private static final int CPU_FIELDS = 8;

  static MachineSample now() throws IOException {
    return parse(
        Files.readString(PROC.resolve("stat")),
        Files.readString(PROC.resolve("net/dev")),
        Files.readString(PROC.resolve("meminfo")));
  }

  /**
   * @param stat of {@code /proc}, as are the others
   * @throws IOException if the kernel writes them otherwise
   */
  static MachineSample parse(String stat, String netDev, String memInfo) throws IOException {
    List<Long> ticks = numbers(stat.lines().findFirst().orElse(""));
    if (!stat.startsWith("cpu ") || ticks.size() < CPU_FIELDS) {
      throw new IOException("/proc/stat does not begin with the sum over the processors");
    }
    return new MachineSample(
        ticks.get(0) + ticks.get(1),
        ticks.get(2) + ticks.get(5) + ticks.get(6),
        ticks.get(4),
        ticks.stream().limit(CPU_FIELDS).mapToLong(Long::longValue).sum(),
        // the two lines of the head have no colon
        netDev
            .lines()
            .filter(line -> line.contains(":"))
            .mapToLong(line -> numbers(line.substring(line.indexOf(':'))).get(0))
            .sum(),
        memInfo
                .lines()
                .filter(line -> line.startsWith(AVAILABLE))
                .map(MachineSample::numbers)
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/meminfo has no " + AVAILABLE))
                .get(0)
            * KB);
  }

  /**
   * Metrics of a report.
   *
   * @param samples in order, the first from before the load
   * @param seconds from the first to the last
   */
  static Map<String, Double> metrics(List<MachineSample> samples, double seconds) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (samples.size() < 2 || seconds <= 0) {
      return metrics;
    }
    MachineSample first = samples.get(0);
    MachineSample last = samples.get(samples.size() - 1);
    long ticks = Math.max(1, last.totalTicks - first.totalTicks);
    metrics.put("cpuUserPercent", 100.0 * (last.userTicks - first.userTicks) / ticks);
    metrics.put("cpuSystemPercent", 100.0 * (last.systemTicks - first.systemTicks) / ticks);
    // the kernel may take back a few ticks of these
    metrics.put(
        "cpuIowaitPercent", Math.max(0, 100.0 * (last.iowaitTicks - first.iowaitTicks) / ticks));
    metrics.put("networkMbPerSec", (last.networkBytes - first.networkBytes) / 1e6 / seconds);
    metrics.put(
        "memoryAvailableMinBytes",
        (double) samples.stream().mapToLong(MachineSample::availableBytes).min().orElse(0));
    return metrics;
  }

  /** The whole numbers behind the first word of a line. */
  private static List<Long> numbers(String line) {
    return Arrays.stream(line.replaceFirst("^\\s*\\S*?[: ]", "").strip().split("\\s+", -1))
        .filter(word -> word.matches("\\d+"))
        .map(Long::valueOf)
        .toList();
  }
}
