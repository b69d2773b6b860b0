package org.tieredhdfs.hdfs.datanode.choose.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class UsualTimesTest {
  private static final int SYNC = VolumeTraffic.classOf(true, 4096);
  private static final int FLUSH = VolumeTraffic.classOf(false, 100);

  private final List<ServiceTimes> volumes = new ArrayList<>();

  /** A volume that took so long for a sync and for a write without one; 0 if it had none. */
  private void add(double syncSec, double flushSec) {
    VolumeTraffic traffic = new VolumeTraffic(System::nanoTime);
    if (syncSec > 0) {
      traffic.delivered(true, 4096, syncSec * 1e9);
    }
    if (flushSec > 0) {
      traffic.delivered(false, 100, flushSec * 1e9);
    }
    ServiceTimes times = new ServiceTimes(10);
    times.sample(traffic, 1);
    volumes.add(times);
  }

  @Test
  void theUsualTimeOfAClassIsTheMedianOfThoseWithDeliveries() {
    add(5, 0.5);
    add(1, 0.1);
    add(3, 0.3);
    add(2, 0);
    add(0, 0);
    double[] usualSec = new UsualTimes(volumes).sec();
    assertThat(usualSec[SYNC]).isCloseTo(2.5, within(1e-9));
    assertThat(usualSec[FLUSH]).isCloseTo(0.3, within(1e-9));
    assertThat(Arrays.stream(usualSec).filter(Double::isNaN)).hasSize(VolumeTraffic.CLASSES - 2);
    assertThat(new UsualTimes(List.of()).sec()).containsOnly(Double.NaN);
  }

  @Test
  void aVolumeIsLeftOutOfThoseItIsComparedWith() {
    add(5, 0);
    add(1, 0.1);
    add(3, 0);
    UsualTimes usual = new UsualTimes(volumes.subList(0, 2));
    assertThat(usual.secWithout(volumes.get(0))[SYNC]).isCloseTo(1, within(1e-9));
    assertThat(usual.secWithout(volumes.get(1))[FLUSH]).isNaN();
    assertThat(usual.secWithout(volumes.get(2))).isEqualTo(usual.sec());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsLeftIsAsIfItHadNeverBeenThere(long seed) {
    Random random = new Random(seed);
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      // few different values, so that some volumes have the same
      add(random.nextInt(4), random.nextInt(3));
    }
    UsualTimes all = new UsualTimes(volumes);
    for (ServiceTimes one : volumes) {
      List<ServiceTimes> others = new ArrayList<>(volumes);
      others.remove(one);
      assertThat(all.secWithout(one)).isEqualTo(new UsualTimes(others).sec());
    }
  }
}
