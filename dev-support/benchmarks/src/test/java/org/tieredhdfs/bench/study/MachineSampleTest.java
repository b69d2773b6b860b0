package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineSampleTest {
  private static final String STAT =
      """
      cpu  59032 512 21034 88123 4410 0 1893 57 0 0
      cpu0 29011 250 10511 44051 2200 0 950 28 0 0
      intr 11843123 0 9
      """;
  private static final String NET_DEV =
      """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop
          lo: 120757111331 7744335    0    0    0     0          0         0 120757111331 7744335    0
        eth0:    4711   12    0    0    0     0          0         0 1 7 0    0    0     0       0
      """;
  private static final String MEM_INFO =
      """
      MemTotal:       24684092 kB
      MemFree:         2947476 kB
      MemAvailable:   17928344 kB
      """;

  @Test
  void readsWhatTheKernelWrites() throws IOException {
    MachineSample sample = MachineSample.parse(STAT, NET_DEV, MEM_INFO);
    assertThat(sample.userTicks()).isEqualTo(59_544);
    assertThat(sample.systemTicks()).isEqualTo(22_927);
    assertThat(sample.iowaitTicks()).isEqualTo(4_410);
    assertThat(sample.totalTicks()).isEqualTo(175_061);
    assertThat(sample.networkBytes()).isEqualTo(120_757_116_042L);
    assertThat(sample.availableBytes()).isEqualTo(17_928_344L << 10);
  }

  @Test
  void refusesWhatItDoesNotUnderstand() {
    assertThatThrownBy(() -> MachineSample.parse("cpu0 1 2", NET_DEV, MEM_INFO))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/proc/stat");
    assertThatThrownBy(() -> MachineSample.parse(STAT, NET_DEV, "MemFree: 1 kB"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("MemAvailable");
  }

  @Test
  void thisMachineCanBeSampled() throws IOException {
    MachineSample now = MachineSample.now();
    assertThat(now.totalTicks()).isPositive();
    assertThat(now.availableBytes()).isPositive();
  }

  @Test
  void countersGrowAndTheLeastMemoryCounts() {
    Map<String, Double> metrics =
        MachineSample.metrics(
            List.of(
                new MachineSample(100, 10, 5, 1_000, 5_000_000, 900),
                new MachineSample(150, 20, 9, 1_100, 8_000_000, 300),
                new MachineSample(220, 30, 15, 1_200, 25_000_000, 700)),
            10);
    assertThat(metrics.get("cpuUserPercent")).isCloseTo(60, within(1e-9));
    assertThat(metrics.get("cpuSystemPercent")).isCloseTo(10, within(1e-9));
    assertThat(metrics.get("cpuIowaitPercent")).isCloseTo(5, within(1e-9));
    assertThat(metrics.get("networkMbPerSec")).isCloseTo(2, within(1e-9));
    assertThat(metrics.get("memoryAvailableMinBytes")).isEqualTo(300);
  }

  @Test
  void oneSampleIsNoFigure() {
    assertThat(MachineSample.metrics(List.of(new MachineSample(1, 1, 1, 1, 1, 1)), 10)).isEmpty();
  }
}
