package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes.Comparison;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes.Peers;

class ServiceTimesTest {
  private static final long MB = 1 << 20;
  private static final double HALF_LIFE_SEC = 10;

  private static VolumeTraffic traffic() {
    return new VolumeTraffic(System::nanoTime);
  }

  private static ServiceTimes times(VolumeTraffic traffic) {
    ServiceTimes times = new ServiceTimes(HALF_LIFE_SEC);
    times.sample(traffic, 1);
    return times;
  }

  private static Comparison compare(VolumeTraffic volume, VolumeTraffic... peers) {
    return times(volume).compare(peers(Arrays.stream(peers).map(p -> times(p))));
  }

  private static Peers peers(Stream<ServiceTimes> times) {
    return new Peers(times.toList(), false);
  }

  private static Peers peers(ServiceTimes... times) {
    return peers(Arrays.stream(times));
  }

  /** Of a device that wrote that much in that time. */
  private static ServiceTimes device(long bytes, double busySec) {
    VolumeTraffic work = traffic();
    work.deviceWrote(bytes, (long) (busySec * 1e9));
    return times(work);
  }

  /** Of a volume that took so long for a sync and for a write without one; 0 if it had none. */
  private static VolumeTraffic took(double syncSec, double flushSec) {
    VolumeTraffic traffic = traffic();
    if (syncSec > 0) {
      traffic.delivered(true, 4096, syncSec * 1e9);
    }
    if (flushSec > 0) {
      traffic.delivered(false, 100, flushSec * 1e9);
    }
    return traffic;
  }

  @Test
  void theUsualTimeOfAClassIsTheMedianOfThoseWithDeliveries() {
    VolumeTraffic[] peers = {took(5, 0.5), took(1, 0.1), took(3, 0.3), took(2, 0), took(0, 0)};
    assertThat(compare(took(5, 0), peers).ratio()).isCloseTo(2, within(1e-9));
    assertThat(compare(took(0, 0.6), peers).ratio()).isCloseTo(2, within(1e-9));
    assertThat(compare(took(5, 0.6), peers).ratio()).isCloseTo(2, within(1e-9));
    assertThat(compare(took(0, 0), peers).ratio()).isNaN();
    assertThat(compare(took(5, 0.6)).ratio()).isNaN();
  }

  @Test
  void ofTwoInTheMiddleTheirMeanCountsOrTheFasterOne() {
    ServiceTimes volume = times(took(6, 0));
    ServiceTimes[] two = {times(took(1, 0)), times(took(3, 0))};
    assertThat(volume.compare(peers(two)).ratio()).isCloseTo(3, within(1e-9));
    assertThat(volume.compare(new Peers(List.of(two), true)).ratio()).isCloseTo(6, within(1e-9));
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
    Peers peers = peers(times(peer));
    assertThat(times(volume).compareSynced(peers).ratio()).isCloseTo(1, within(1e-6));
    assertThat(times(volume).compareSynced(peers).evidenceSec()).isCloseTo(1, within(1e-6));
    assertThat(times(volume).compare(peers).ratio()).isGreaterThan(10);
  }

  @Test
  void thePastFadesAndCanBeForgotten() {
    VolumeTraffic volume = traffic();
    ServiceTimes times = new ServiceTimes(HALF_LIFE_SEC);
    volume.delivered(true, MB, 1e9);
    times.sample(volume, 1);
    assertThat(times.bytesPerSec()).isCloseTo(MB, within(1.0));
    Peers peers = peers(times(volume));
    times.sample(volume, HALF_LIFE_SEC);
    assertThat(times.compare(peers).evidenceSec()).isCloseTo(0.5, within(1e-6));
    times.restart();
    assertThat(times.compare(peers).evidenceSec()).isZero();
    assertThat(times.bytesPerSec()).as("it may be asked for less").isCloseTo(MB, within(1.0));
    volume.delivered(true, MB, 3e9);
    times.sample(volume, 1);
    assertThat(times.compare(peers).ratio()).isCloseTo(3, within(1e-6));
  }

  @Test
  void aDeviceIsComparedWithTheMedianOfItsPeers() {
    ServiceTimes slow = device(10 * MB, 2);
    ServiceTimes[] three = {device(20 * MB, 2), device(100 * MB, 2), device(50 * MB, 2)};
    assertThat(slow.compareDevice(peers(three))).isCloseTo(5, within(1e-9));
    assertThat(slow.compareDevice(peers(three[0], three[1]))).isCloseTo(10 / 3.0, within(1e-9));
  }

  @Test
  void aDeviceThatWasHardlyBusySaysNothing() {
    ServiceTimes busy = device(10 * MB, 2);
    ServiceTimes idle = device(10 * MB, 0.5);
    assertThat(idle.compareDevice(peers(busy))).isNaN();
    assertThat(busy.compareDevice(peers(idle))).isNaN();
    assertThat(busy.compareDevice(peers())).isNaN();
    assertThat(busy.compareDevice(peers(idle, device(20 * MB, 2)))).isCloseTo(2, within(1e-9));
  }

  @Test
  void aDeviceThatIsBusyAndWritesNothingIsSlow() {
    assertThat(device(0, 5).compareDevice(peers(device(10 * MB, 2)))).isNotNaN().isGreaterThan(1e6);
  }

  @Test
  void whatADeviceDidFades() {
    VolumeTraffic work = traffic();
    ServiceTimes times = new ServiceTimes(HALF_LIFE_SEC);
    work.deviceWrote(100 * MB, 100_000_000_000L);
    times.sample(work, 1);
    times.sample(work, 200);
    work.deviceWrote(100 * MB, 2_000_000_000L);
    times.sample(work, 1);
    assertThat(times.compareDevice(peers(device(100 * MB, 2)))).isCloseTo(1, within(0.01));
  }
}
