package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** With lines that a kernel wrote, four seconds apart. */
class DiskStatsTest {
  private static final String BEFORE =
      """
       254       0 vda 124512 3351 6543210 40213 234561 112233 9876543 345678 0 234567 385891
         7       3 loop3 110 0 880 250 1000 20 160000 9000 0 4000 9250 0 0 0 0 0 0
         7       4 loop4 0 0 0 0 0 0 0 0 0 0 0
      """;
  private static final String AFTER =
      """
       254       0 vda 124512 3351 6543210 40213 234561 112233 9876543 345678 0 234567 385891
         7       3 loop3 210 0 1680 1250 1300 30 200000 12000 0 7000 13250 0 0 0 0 0 0
         7       4 loop4 0 0 0 0 0 0 0 0 0 0 0
      a line of another kind
      """;

  private static DiskLoad load(String device) {
    DiskStats before = DiskStats.parse(BEFORE, 1_000_000_000L);
    return DiskStats.parse(AFTER, 5_000_000_000L).loadSince(before, device);
  }

  @Test
  void requestsBytesWaitsAndBusyTimeAreThoseBetweenTheMoments() {
    DiskLoad load = load("7:3");
    assertThat(load.requestsPerSec()).isEqualTo(100);
    assertThat(load.readMbPerSec()).isCloseTo(800 * 512 / 4e6, within(1e-9));
    assertThat(load.writeMbPerSec()).isCloseTo(40_000 * 512 / 4e6, within(1e-9));
    assertThat(load.awaitMs()).isEqualTo(4_000 / 400.0);
    assertThat(load.utilPercent()).isEqualTo(75);
  }

  @Test
  void aDeviceThatDidNothingOrIsNotThereHasNoLoad() {
    DiskLoad none = new DiskLoad(0, 0, 0, 0, 0);
    assertThat(load("7:4")).isEqualTo(none);
    assertThat(load("7:99")).isEqualTo(none);
  }

  @Test
  void theWaitOfSeveralIsWeightedByTheirRequests() {
    DiskLoad busy = new DiskLoad(300, 3, 1, 10, 90);
    DiskLoad idle = new DiskLoad(100, 1, 1, 2, 10);
    assertThat(DiskLoad.mean(List.of(busy, idle))).isEqualTo(new DiskLoad(200, 2, 1, 8, 50));
    assertThat(DiskLoad.mean(List.of())).isEqualTo(new DiskLoad(0, 0, 0, 0, 0));
  }
}
