package org.tieredhdfs.hdfs.datanode.choose.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceTimes.Comparison;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class ServiceTimesTest {
  private static final long MB = 1 << 20;

  private static VolumeTraffic traffic() {
    return new VolumeTraffic(System::nanoTime);
  }

  private static ServiceTimes times(VolumeTraffic traffic) {
    ServiceTimes times = new ServiceTimes(10);
    times.sample(traffic, 1);
    return times;
  }

  private static Comparison compare(VolumeTraffic volume, VolumeTraffic... peers) {
    List<ServiceTimes> times = Arrays.stream(peers).map(p -> times(p)).toList();
    return times(volume).compare(new UsualTimes(times).sec());
  }

  @Test
  void onlyDeliveriesOfOneClassAreCompared() {
    VolumeTraffic log = traffic();
    VolumeTraffic blocks = traffic();
    for (int i = 0; i < 100; i++) {
      log.delivered(true, 4096, 8e6);
    }
    log.delivered(true, 100 * MB, 1.1e9);
    blocks.delivered(true, 100 * MB, 1e9);
    Comparison beside = compare(log, blocks);
    // The small syncs took no longer than a large one would have
    assertThat(beside.ratio()).isCloseTo(1.06, within(0.01));
    assertThat(beside.evidenceSec()).isCloseTo(1.9, within(0.001));
    assertThat(compare(blocks, log).ratio()).isCloseTo(1 / 1.1, within(0.001));
  }

  @Test
  void aSyncIsNoWorseThanOneOfMoreBytes() {
    VolumeTraffic slow = traffic();
    VolumeTraffic peer = traffic();
    slow.delivered(true, 4096, 30e9);
    peer.delivered(true, 100 * MB, 2e9);
    // 2 s for 100 MB are no more than 4 s for what is in the class of 100 MB
    assertThat(compare(slow, peer).ratio()).isBetween(7.5, 15.0);
    assertThat(compare(peer, slow).ratio()).isNaN();
  }

  @Test
  void whatWasNotSyncedSaysNothingOfSyncs() {
    VolumeTraffic cached = traffic();
    VolumeTraffic synced = traffic();
    cached.delivered(false, MB, 1e5);
    synced.delivered(true, MB, 1e9);
    assertThat(compare(synced, cached).ratio()).isNaN();
    assertThat(compare(cached, synced).evidenceSec()).isZero();
  }

  @Test
  void whatWasNotSyncedCanBeLeftOut() {
    VolumeTraffic volume = traffic();
    VolumeTraffic peer = traffic();
    volume.delivered(false, MB, 30e9);
    volume.delivered(true, MB, 1e9);
    peer.delivered(false, MB, 1e6);
    peer.delivered(true, MB, 1e9);
    double[] usual = new UsualTimes(List.of(times(peer))).sec();
    assertThat(times(volume).compareSynced(usual).ratio()).isCloseTo(1, within(1e-6));
    assertThat(times(volume).compareSynced(usual).evidenceSec()).isCloseTo(1, within(1e-6));
    assertThat(times(volume).compare(usual).ratio()).isGreaterThan(10);
  }

  @Test
  void thePastFadesAndCanBeForgotten() {
    VolumeTraffic volume = traffic();
    ServiceTimes times = new ServiceTimes(10);
    volume.delivered(true, MB, 1e9);
    times.sample(volume, 1);
    assertThat(times.bytesPerSec()).isCloseTo(MB, within(1.0));
    double[] usual = new UsualTimes(List.of(times)).sec();
    times.sample(volume, 10);
    assertThat(times.compare(usual).evidenceSec()).isCloseTo(0.5, within(1e-6));
    times.restart();
    assertThat(times.secPerWork()).containsOnly(Double.NaN);
    volume.delivered(true, MB, 3e9);
    times.sample(volume, 1);
    assertThat(times.compare(usual).ratio()).isCloseTo(3, within(1e-6));
  }
}
