package org.tieredhdfs.hdfs.datanode.choose.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class DeviceTimesTest {
  private static final long MB = 1 << 20;
  private static final double HALF_LIFE_SEC = 10;

  private static DeviceTimes times(long bytes, double busySec) {
    VolumeTraffic work = new VolumeTraffic(() -> 0);
    work.deviceWrote(bytes, (long) (busySec * 1e9));
    DeviceTimes times = new DeviceTimes(HALF_LIFE_SEC);
    times.sample(work, 1);
    return times;
  }

  @Test
  void isComparedWithTheMedianOfItsPeers() {
    DeviceTimes slow = times(10 * MB, 2);
    List<DeviceTimes> peers = List.of(times(20 * MB, 2), times(100 * MB, 2), times(50 * MB, 2));
    assertThat(slow.timesSlowerThan(peers)).isCloseTo(5, within(1e-9));
    assertThat(slow.timesSlowerThan(peers.subList(0, 2))).isCloseTo(10 / 3.0, within(1e-9));
  }

  @Test
  void whoWasHardlyBusySaysNothing() {
    DeviceTimes busy = times(10 * MB, 2);
    DeviceTimes idle = times(10 * MB, 0.5);
    assertThat(idle.timesSlowerThan(List.of(busy))).isNaN();
    assertThat(busy.timesSlowerThan(List.of(idle))).isNaN();
    assertThat(busy.timesSlowerThan(List.of())).isNaN();
    assertThat(busy.timesSlowerThan(List.of(idle, times(20 * MB, 2)))).isCloseTo(2, within(1e-9));
  }

  @Test
  void aDeviceThatIsBusyAndWritesNothingIsSlow() {
    assertThat(times(0, 5).timesSlowerThan(List.of(times(10 * MB, 2)))).isGreaterThan(1e6);
  }

  @Test
  void thePastFades() {
    VolumeTraffic work = new VolumeTraffic(() -> 0);
    DeviceTimes times = new DeviceTimes(HALF_LIFE_SEC);
    work.deviceWrote(100 * MB, 100_000_000_000L);
    times.sample(work, 1);
    times.sample(work, 200);
    work.deviceWrote(100 * MB, 2_000_000_000L);
    times.sample(work, 1);
    assertThat(times.timesSlowerThan(List.of(times(100 * MB, 2)))).isCloseTo(1, within(0.01));
  }
}
