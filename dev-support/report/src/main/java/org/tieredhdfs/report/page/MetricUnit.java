package org.tieredhdfs.report.page;

import java.util.List;
import java.util.Locale;

/**
 * The unit that stands at the end of a metric's name: how its values are written, and whether more
 * is better.
 */
public record MetricUnit(String suffix, String unit, Better better) {

  /** Which of two values is the better one. */
  public enum Better {
    HIGHER,
    LOWER,
    UNKNOWN
  }

  /** Longer endings first. */
  private static final List<MetricUnit> UNITS =
      List.of(
          new MetricUnit("OpsPerSec", "ops/s", Better.HIGHER),
          new MetricUnit("FilesPerSec", "files/s", Better.HIGHER),
          new MetricUnit("BlocksPerSec", "blocks/s", Better.HIGHER),
          new MetricUnit("BytesPerSec", "B/s", Better.HIGHER),
          // what a device had to do for the same result is neither better nor worse
          new MetricUnit("RequestsPerSec", "requests/s", Better.UNKNOWN),
          new MetricUnit("ReadMbPerSec", "MB/s", Better.UNKNOWN),
          new MetricUnit("WriteMbPerSec", "MB/s", Better.UNKNOWN),
          new MetricUnit("MBPerSec", "MB/s", Better.HIGHER),
          new MetricUnit("MbPerSec", "MB/s", Better.HIGHER),
          new MetricUnit("PerSec", "/s", Better.HIGHER),
          new MetricUnit("CpuSecPerGB", "CPU s/GB", Better.LOWER),
          new MetricUnit("CpuSecPerGb", "CPU s/GB", Better.LOWER),
          new MetricUnit("CallsPerMb", "calls/MB", Better.LOWER),
          new MetricUnit("Percent", "%", Better.UNKNOWN),
          new MetricUnit("Errors", "", Better.LOWER),
          new MetricUnit("Bytes", "B", Better.UNKNOWN),
          new MetricUnit("Ops", "ops", Better.UNKNOWN),
          new MetricUnit("Seconds", "s", Better.LOWER),
          new MetricUnit("Sec", "s", Better.LOWER),
          new MetricUnit("MB", "MB", Better.UNKNOWN),
          new MetricUnit("Ms", "ms", Better.LOWER),
          new MetricUnit("Us", "µs", Better.LOWER),
          new MetricUnit("Ns", "ns", Better.LOWER));

  private static final MetricUnit NONE = new MetricUnit("", "", Better.UNKNOWN);
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  public static MetricUnit of(String metric) {
    String capital = metric.substring(0, 1).toUpperCase(Locale.ROOT) + metric.substring(1);
    return UNITS.stream().filter(u -> capital.endsWith(u.suffix())).findFirst().orElse(NONE);
  }

  /** The value with its unit. */
  public String write(double value) {
    if (unit.startsWith("B")) {
      return bytes(value) + unit.substring(1);
    }
    String separator = unit.isEmpty() || unit.startsWith("/") ? "" : " ";
    return number(value) + separator + unit;
  }

  /** A number with as many decimals as its size lets matter. */
  static String number(double value) {
    double size = Math.abs(value);
    int decimals =
        value == Math.rint(value) || size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Bytes in the binary unit that suits their number. */
  static String bytes(double value) {
    double scaled = value;
    int step = 0;
    while (Math.abs(scaled) >= 1024 && step < BINARY.length - 1) {
      scaled /= 1024;
      step++;
    }
    return number(scaled) + " " + BINARY[step];
  }
}
