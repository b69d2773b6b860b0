package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.choose.VolumeSimulation.Clock;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** The latency-aware policy against stock round robin, in virtual time. */
class VolumeSimulationTest {
  private static final long MB = VolumeSimulation.MB;
  private static final long TB = MB * MB;
  private static final double NETWORK = 400 * MB;

  /** The share of blocks of a volume that stays slow. */
  private static final double MOST_ON_TRIAL = 0.015;

  private static final double MOST_IDLE_SEC = 25;

  private final Clock clock = new Clock();
  private final Map<FsVolumeSpi, VolumeTraffic> traffic = new HashMap<>();
  private final List<FsVolumeSpi> volumes = new ArrayList<>();

  private VolumeSimulation simulation(
      VolumeChoosingPolicy<FsVolumeSpi> policy, int writers, long seed, double... mbPerSec)
      throws IOException {
    for (int i = 0; i < mbPerSec.length; i++) {
      volumes.add(FakeVolume.disk("v" + i, TB));
    }
    double[] bytesPerSec = Arrays.stream(mbPerSec).map(speed -> speed * MB).toArray();
    VolumeSimulation simulation =
        new VolumeSimulation(
            volumes, bytesPerSec, clock, this::traffic, policy, 64 * MB, NETWORK, seed);
    simulation.addWriters(writers);
    return simulation;
  }

  private LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> ours() {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy =
        new LatencyAwareVolumeChoosingPolicy<>(clock, this::traffic);
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.ADDITIONAL_SPACE.name(), "0");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    policy.setConf(conf);
    return policy;
  }

  private VolumeTraffic traffic(FsVolumeSpi volume) {
    return traffic.computeIfAbsent(volume, added -> new VolumeTraffic(clock));
  }

  private static double mbPerSec(long[] bytes, double seconds) {
    return Arrays.stream(bytes).sum() / (double) MB / seconds;
  }

  @ParameterizedTest
  @CsvSource({"8, 1", "12, 2", "16, 3", "24, 4", "32, 5"})
  void fourFastAndFourSlowVolumesDeliverAQuarterMoreThanRoundRobin(int writers, long seed)
      throws IOException {
    double[] speeds = {40, 20, 40, 20, 40, 20, 40, 20};
    VolumeSimulation roundRobin =
        simulation(new RoundRobinVolumeChoosingPolicy<>(), writers, seed, speeds);
    roundRobin.run(600);
    double stock = mbPerSec(roundRobin.takeDoneBytes(), 600);
    volumes.clear();
    VolumeSimulation shortestDelay = simulation(ours(), writers, seed, speeds);
    shortestDelay.run(600);
    long[] done = shortestDelay.takeDoneBytes();
    assertThat(mbPerSec(done, 600)).isGreaterThanOrEqualTo(1.25 * stock);
    for (int fast = 0; fast < 8; fast += 2) {
      assertThat((double) done[fast] / done[fast + 1]).isBetween(1.5, 3.0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32})
  void equalVolumesShareEvenlyAndDeliverNoLessThanRoundRobin(int writers) throws IOException {
    double[] speeds = {30, 30, 30, 30, 30, 30, 30, 30};
    VolumeSimulation roundRobin =
        simulation(new RoundRobinVolumeChoosingPolicy<>(), writers, 7, speeds);
    roundRobin.run(2000);
    double stock = mbPerSec(roundRobin.takeDoneBytes(), 2000);
    volumes.clear();
    VolumeSimulation shortestDelay = simulation(ours(), writers, 7, speeds);
    shortestDelay.run(2000);
    double mine = mbPerSec(shortestDelay.takeDoneBytes(), 2000);
    int[] chosen = shortestDelay.takeChosen();
    assertThat(mine).isGreaterThanOrEqualTo(0.99 * stock);
    double mean = Arrays.stream(chosen).average().orElseThrow();
    assertThat(Arrays.stream(chosen).max().orElseThrow()).isLessThanOrEqualTo((int) (mean * 1.05));
    assertThat(Arrays.stream(chosen).min().orElseThrow())
        .isGreaterThanOrEqualTo((int) (mean * 0.95));
  }

  @Test
  void aVolumeThatSlowsDownLosesItsShareAtOnceDropsOutAndGetsItBack() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 16, 11, 40, 40, 40, 40, 40, 40, 40, 40);
    simulation.run(120);
    assertThat(partOfVolume(3, simulation.takeChosen())).isBetween(0.1, 0.15);

    simulation.setSpeed(3, 2 * MB);
    simulation.run(20);
    assertThat(partOfVolume(3, simulation.takeChosen())).isLessThan(0.02);
    simulation.run(60);
    assertThat(policy.status().get(3).getDrops()).isPositive();
    simulation.takeChosen();
    simulation.takeDoneBytes();
    simulation.run(300);
    assertThat(partOfVolume(3, simulation.takeChosen())).isLessThan(MOST_ON_TRIAL);
    assertThat(mbPerSec(simulation.takeDoneBytes(), 300)).isGreaterThan(0.95 * 7 * 40);
    assertThat(policy.status().get(3).getState()).isIn("DROPPED", "ON_TRIAL");

    simulation.setSpeed(3, 40 * MB);
    simulation.run(60);
    assertThat(policy.status().get(3).getState()).isEqualTo("IN_SERVICE");
    simulation.takeChosen();
    simulation.run(60);
    assertThat(partOfVolume(3, simulation.takeChosen())).isBetween(0.1, 0.15);
    assertThat(policy.status())
        .filteredOn(status -> status.getDrops() > 0)
        .extracting(VolumeStatus::getVolume)
        .containsExactly("file:/v3");
  }

  /** After faults of seconds, and of so many that it rests as long as it ever does. */
  @ParameterizedTest
  @CsvSource({
    "12, 3, 20",
    "12, 8, 20",
    "12, 20, 100",
    "24, 5, 10",
    "24, 60, 20",
    "48, 8, 30",
    "48, 120, 20"
  })
  void aVolumeIsUsedSoonAfterItsFaultIsOver(int writers, int faultSec, double slowness)
      throws IOException {
    for (int seed = 1; seed <= 10; seed++) {
      volumes.clear();
      double[] speeds = new double[12];
      Arrays.fill(speeds, 40);
      VolumeSimulation simulation = simulation(ours(), writers, seed, speeds);
      simulation.run(60);
      simulation.setSpeed(3, 40 / slowness * MB);
      simulation.run(faultSec);
      simulation.setSpeed(3, 40 * MB);
      simulation.takeChosen();
      double idleSec = 0;
      double mostIdleSec = 0;
      for (int i = 0; i < 600; i++) {
        simulation.run(0.1);
        idleSec = simulation.takeChosen()[3] > 0 ? 0 : idleSec + 0.1;
        mostIdleSec = Math.max(mostIdleSec, idleSec);
      }
      assertThat(mostIdleSec).as("seed %d", seed).isLessThan(MOST_IDLE_SEC);
      simulation.run(60);
      assertThat(partOfVolume(3, simulation.takeChosen())).isBetween(0.9 / 12, 1.1 / 12);
    }
  }

  /** What {@code docs/fail-slow.md} says that a slow disk gets. */
  @ParameterizedTest
  @CsvSource({
    "8, 8", "8, 20", "8, 100", "12, 10", "12, 30", "24, 10", "24, 30", "48, 10", "48, 30", "96, 20"
  })
  void aVolumeThatStaysSlowGetsFewBlocks(int writers, double slowness) throws IOException {
    double[] speeds = new double[12];
    Arrays.fill(speeds, 40);
    speeds[3] /= slowness;
    VolumeSimulation simulation = simulation(ours(), writers, 17, speeds);
    simulation.run(120);
    simulation.takeChosen();
    simulation.takeDoneBytes();
    simulation.run(1200);
    int[] chosen = simulation.takeChosen();
    assertThat(partOfVolume(3, chosen)).isLessThan(MOST_ON_TRIAL);
  }

  private static double partOfVolume(int volume, int[] chosen) {
    return (double) chosen[volume] / Arrays.stream(chosen).sum();
  }

  @Test
  void twoVolumesThatBothSlowDownKeepOneInService() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 6, 5, 40, 40);
    simulation.run(60);
    simulation.setSpeed(0, MB);
    simulation.run(400);
    assertThat(policy.status().get(0).getState()).isNotEqualTo("IN_SERVICE");
    simulation.setSpeed(1, 0.05 * MB);
    for (int i = 0; i < 100; i++) {
      simulation.run(30);
      assertThat(policy.status()).extracting(VolumeStatus::getState).contains("IN_SERVICE");
    }
  }

  @Test
  void halfOfTheVolumesOfATypeStayInServiceHoweverSlow() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 12, 5, 40, 40, 40, 40);
    simulation.run(60);
    for (int slow = 0; slow < 3; slow++) {
      simulation.setSpeed(slow, MB);
      simulation.run(400);
    }
    assertThat(policy.status())
        .extracting(VolumeStatus::getState)
        .filteredOn("IN_SERVICE"::equals)
        .hasSize(2);
  }

  @Test
  void theOnlyVolumeOfATypeIsNeverDroppedHoweverSlow() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 4, 5, 40);
    simulation.run(60);
    simulation.setSpeed(0, 0.5 * MB);
    simulation.run(2000);
    assertThat(policy.status().get(0).getState()).isEqualTo("IN_SERVICE");
    assertThat(simulation.takeChosen()[0]).isGreaterThan(10);
  }

  @Test
  void aVolumeThatDroppedOutIsUsedWhenNoOtherHasRoom() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 6, 5, 40, 40, 40);
    simulation.run(60);
    simulation.setSpeed(1, MB);
    simulation.run(200);
    assertThat(policy.status().get(1).getState()).isNotEqualTo("IN_SERVICE");
    ((FakeVolume) volumes.get(0)).setAvailable(0);
    ((FakeVolume) volumes.get(2)).setAvailable(0);
    simulation.run(5);
    simulation.takeChosen();
    simulation.run(2000);
    int[] chosen = simulation.takeChosen();
    assertThat(chosen[0] + chosen[2]).isZero();
    assertThat(chosen[1]).isPositive();
  }

  @Test
  void emptierVolumesGetMoreUntilSpaceIsEven() throws IOException {
    VolumeSimulation simulation = simulation(ours(), 16, 3, 40, 40, 40, 40);
    ((FakeVolume) volumes.get(2)).setAvailable(TB / 8);
    simulation.run(10);
    simulation.takeChosen();
    simulation.run(600);
    int[] chosen = simulation.takeChosen();
    assertThat(chosen[2]).isLessThan((int) (0.7 * chosen[0]));
    assertThat(chosen[2]).isPositive();
    ((FakeVolume) volumes.get(2)).setAvailable(TB);
    simulation.run(10);
    simulation.takeChosen();
    simulation.run(600);
    chosen = simulation.takeChosen();
    assertThat((double) chosen[2] / chosen[0]).isBetween(0.95, 1.05);
  }

  @Test
  void aVolumeThatServesALogOfSmallSyncsIsNotTakenForSlow() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 8, 13, 40, 40, 40, 40);
    for (int i = 0; i < 600; i++) {
      simulation.run(0.1);
      // 4 KB a sync that takes as long as the disk turns: 0.5 MB/s on a disk that is well
      traffic(volumes.get(0)).delivered(true, 4096, 8e6);
      traffic(volumes.get(0)).delivered(true, 4096, 8e6);
    }
    VolumeStatus log = policy.status().get(0);
    assertThat(log.getState()).isEqualTo("IN_SERVICE");
    assertThat(log.getWeight()).isBetween(0.7, 1.3);
  }

  @Test
  void aVolumeWhoseSmallSyncsTakeLongerThanItsPeersLargeOnesDropsOut() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 8, 13, 40, 40, 40, 40);
    for (int i = 0; i < 100; i++) {
      simulation.run(0.5);
      traffic(volumes.get(0)).delivered(true, 4096, 2e10);
    }
    assertThat(policy.status().get(0).getDrops()).isPositive();
  }

  @Test
  void aNewEmptyVolumeFillsUpButDoesNotTakeEveryWriter() throws IOException {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy = ours();
    VolumeSimulation simulation = simulation(policy, 32, 3, 40, 40, 40, 40);
    for (int i = 0; i < 3; i++) {
      ((FakeVolume) volumes.get(i)).setAvailable(TB / 50);
    }
    simulation.run(10);
    simulation.takeDoneBytes();
    for (int i = 0; i < 600; i++) {
      simulation.run(1);
      // 32 writers on four volumes: twice the mean, and the block just chosen
      assertThat(policy.status().get(3).getOpenBlocks()).isLessThanOrEqualTo(17);
    }
    assertThat(mbPerSec(simulation.takeDoneBytes(), 600)).isGreaterThan(0.95 * 4 * 40);
  }

  @Test
  void aVolumeThatIsBusyReadingGetsFewerBlocks() throws IOException {
    VolumeSimulation simulation = simulation(ours(), 4, 3, 40, 40, 40, 40);
    for (int i = 0; i < 600; i++) {
      simulation.run(0.5);
      // Three readers that wait for the disk all the time
      traffic(volumes.get(2)).ended(IoClass.READ, 0, 1_500_000_000L, 0);
      traffic(volumes.get(2)).started();
    }
    int[] chosen = simulation.takeChosen();
    assertThat(chosen[2]).isLessThan((int) (0.5 * chosen[0]));
  }
}
