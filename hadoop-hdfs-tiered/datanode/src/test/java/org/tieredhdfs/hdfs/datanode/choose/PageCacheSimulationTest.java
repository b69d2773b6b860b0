package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.choose.PageCacheSimulation.Clock;
import org.tieredhdfs.hdfs.datanode.choose.PageCacheSimulation.Knowledge;
import org.tieredhdfs.hdfs.datanode.choose.PageCacheSimulation.Load;
import org.tieredhdfs.hdfs.datanode.choose.PageCacheSimulation.Result;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** The latency-aware policy under loads like HBase's, in virtual time. */
class PageCacheSimulationTest {
  private static final double SECONDS = 900;
  private static final int SEEDS = 5;

  /** As emulated disks of a benchmark are: slow, with 16 MB of page cache each. */
  private static final Load ONE_LOG = new Load(List.of(5.0, 5.0), 16, 1, 1.5, 1, 30, 3);

  private static Load disks(double first, double second, int logs, int files) {
    return new Load(List.of(first, first, second, second), 1000, logs, 20, files, 300, 0.5);
  }

  private static List<Load> smallCaches() {
    return List.of(
        ONE_LOG,
        new Load(List.of(5.0, 5.0), 16, 1, 1.5, 2, 30, 3),
        new Load(List.of(5.0, 5.0), 16, 2, 1, 3, 30, 3));
  }

  private static List<Load> largeCaches() {
    return List.of(disks(100, 100, 2, 4), disks(100, 100, 1, 8), disks(100, 100, 3, 16));
  }

  private static Result ours(Load load, Knowledge knowledge, long seed) throws IOException {
    return simulation(load, knowledge, seed).run(SECONDS);
  }

  private static PageCacheSimulation simulation(Load load, Knowledge knowledge, long seed) {
    Clock clock = new Clock();
    Map<FsVolumeSpi, VolumeTraffic> traffic = new HashMap<>();
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy =
        new LatencyAwareVolumeChoosingPolicy<>(
            clock, volume -> Objects.requireNonNull(traffic.get(volume)));
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.ADDITIONAL_SPACE.name(), "0");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    policy.setConf(conf);
    return new PageCacheSimulation(load, knowledge, clock, traffic, policy, seed);
  }

  private static Result inTurns(Load load, long seed) throws IOException {
    VolumeChoosingPolicy<FsVolumeSpi> policy = new RoundRobinVolumeChoosingPolicy<>();
    return new PageCacheSimulation(load, Knowledge.NONE, new Clock(), new HashMap<>(), policy, seed)
        .run(SECONDS);
  }

  @ParameterizedTest
  @MethodSource({"smallCaches", "largeCaches"})
  void equalDisksAreEquallyBusyAndWriteNoLessThanInTurns(Load load) throws IOException {
    requireEven(load, Knowledge.DEVICES);
  }

  /** Into a small cache writers wait for the device themselves. */
  @ParameterizedTest
  @MethodSource("smallCaches")
  void soTheyAreWithSmallCachesWhereDevicesAreNotKnown(Load load) throws IOException {
    requireEven(load, Knowledge.WRITERS);
  }

  private static void requireEven(Load load, Knowledge knowledge) throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Result ours = ours(load, knowledge, seed);
      assertThat(ours.mostOverMean()).as("seed %d, %s", seed, ours).isLessThan(1.2);
      assertThat(ours.takenForSlow()).containsOnly(false);
      assertThat(ours.mbPerSec()).isGreaterThan(0.93 * inTurns(load, seed).mbPerSec());
    }
  }

  /** Why open blocks are not counted whole: it is what the test above is there to see. */
  @Test
  void aLogThatCountsAsAWholeBlockKeepsFilesFromItsDisk() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Result counted = ours(ONE_LOG, Knowledge.NONE, seed);
      assertThat(counted.mostOverMean()).as("seed %d, %s", seed, counted).isGreaterThan(1.35);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Knowledge.class,
      names = {"DEVICES", "WRITERS"})
  void slowerDisksGetLessAlthoughNothingIsSynced(Knowledge knowledge) throws IOException {
    Load load = disks(100, 50, 1, 8);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Result ours = ours(load, knowledge, seed);
      assertThat(ours.mbPerSec()).isGreaterThan(1.25 * inTurns(load, seed).mbPerSec());
      assertThat(ours.mostOverMean()).isLessThan(1.1);
    }
  }

  /** Of two witnesses, the writers and the device, neither is believed alone. */
  @Test
  void aDiskFarSlowerThanItsPeersIsFoundAlthoughNothingIsSynced() throws IOException {
    Load load = new Load(List.of(5.0, 0.5, 5.0, 5.0), 16, 1, 1, 6, 30, 3);
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(ours(load, Knowledge.DEVICES, seed).takenForSlow())
          .as("seed %d", seed)
          .containsExactly(false, true, false, false);
      assertThat(ours(load, Knowledge.WRITERS, seed).takenForSlow()).containsOnly(false);
    }
  }

  /** A file that fits into the page cache is written fast to any disk. */
  @Test
  void aSlowDiskStaysSlowUntilItHasRecoveredAlthoughNothingIsSynced() throws IOException {
    Load load = new Load(List.of(5.0, 5.0, 5.0, 5.0), 60, 1, 1, 6, 30, 3);
    for (long seed = 1; seed <= SEEDS; seed++) {
      PageCacheSimulation simulation = simulation(load, Knowledge.DEVICES, seed);
      simulation.run(120);
      assertThat(simulation.isSlow(1)).as("seed %d", seed).isFalse();
      simulation.setSpeed(1, 0.5);
      for (int sec = 0; sec < 600 && !simulation.isSlow(1); sec++) {
        simulation.run(1);
      }
      for (int sec = 0; sec < 900; sec++) {
        assertThat(simulation.isSlow(1)).as("seed %d, after %d s", seed, sec).isTrue();
        simulation.run(1);
      }
      simulation.setSpeed(1, 5);
      simulation.run(60);
      assertThat(simulation.isSlow(1)).as("seed %d, recovered", seed).isFalse();
      simulation.run(300);
      for (int disk = 0; disk < 4; disk++) {
        assertThat(simulation.isSlow(disk)).as("seed %d, disk %d", seed, disk).isFalse();
      }
    }
  }
}
