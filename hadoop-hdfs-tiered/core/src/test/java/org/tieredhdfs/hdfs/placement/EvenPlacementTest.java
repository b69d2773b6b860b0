package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyRackFaultTolerant;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyWithNodeGroup;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.Test;

class EvenPlacementTest {
  private static final int ROUNDS = 60;
  private static final int REPEATS = 20;

  @Test
  void eachNodeGetsItsShareAndTheWriterIsFirst() {
    Cluster cluster = flat(40, 4, StorageType.DISK);

    for (int round = 0; round < ROUNDS; round++) {
      for (DatanodeDescriptor writer : cluster.datanodes.nodes()) {
        DatanodeStorageInfo[] chosen = cluster.choose(writer, "HOT", 3);
        assertThat(chosen).hasSize(3);
        assertThat(chosen[0].getDatanodeDescriptor()).isEqualTo(writer);
        assertThat(racks(chosen)).hasSize(2);
        assertIsPlacedWell(cluster, chosen, 3);
        cluster.write(chosen);
      }
      cluster.heartbeats();
    }

    // random choice is at 1.14 here, and at 1.07 in the best of a thousand runs
    assertThat(cluster.maxOverMean(StorageType.DISK)).isLessThan(1.04);
  }

  @Test
  void evenBetweenHeartbeatsToo() {
    Cluster cluster = flat(40, 4, StorageType.DISK);

    for (int block = 0; block < 40 * ROUNDS; block++) {
      cluster.allocate(cluster.choose(cluster.node(block % 40), "HOT", 3));
    }

    List<TypeLoad> loads = Loads.of(cluster.datanodes.topology()).loads(StorageType.DISK);
    long most = loads.stream().mapToLong(TypeLoad::pendingBytes).max().orElse(0);
    assertThat(most).isLessThanOrEqualTo((3 * ROUNDS + 6) * Cluster.BLOCK_BYTES);
  }

  @Test
  void eachStorageTypeIsBalancedByItself() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    for (int i = 0; i < 30; i++) {
      String rack = "/rack" + i % 3;
      if (i / 3 % 2 == 0) {
        datanodes.add(rack, StorageType.DISK, StorageType.SSD, StorageType.RAM_DISK);
      } else {
        datanodes.add(rack, StorageType.DISK, StorageType.RAM_DISK);
      }
    }
    Cluster cluster = new Cluster(datanodes, EvenBlockPlacementPolicy.class);
    // one disk is full of other files: its node's other types have nothing to do with that
    cluster.store(cluster.node(0), StorageType.DISK, 500 * Cluster.BLOCK_BYTES);
    cluster.heartbeats();

    for (int block = 0; block < 30 * ROUNDS; block++) {
      cluster.write(cluster.choose(null, "ALL_SSD", 3));
      cluster.write(cluster.choose(null, "HOT", 3));
      if (block % 30 == 0) {
        cluster.heartbeats();
      }
    }

    assertThat(cluster.maxOverMean(StorageType.SSD)).isLessThan(1.05);
    // It would get as many as the others, over 150 more
    assertThat(cluster.blocks(cluster.node(0), StorageType.DISK)).isLessThan(560);
    assertThat(cluster.blocks(cluster.node(1), StorageType.DISK)).isGreaterThan(150);
  }

  @Test
  void nodesWithFasterVolumesCarryMore() {
    Cluster cluster = flat(40, 4, StorageType.DISK);
    // three of ten DataNodes report twice the speed of the others: 1.6 times the share
    SpeedShares shares =
        new SpeedShares(id -> id.matches(".*[048]-0") ? 200_000_000 : 100_000_000, 2);
    Loads.of(cluster.datanodes.topology()).useSpeeds(shares);
    cluster.heartbeats();

    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < 40; i++) {
        cluster.write(cluster.choose(null, "HOT", 3));
      }
      cluster.heartbeats();
    }

    assertThat(meanBlocks(cluster, true) / meanBlocks(cluster, false)).isBetween(1.45, 1.75);
  }

  private static double meanBlocks(Cluster cluster, boolean isFast) {
    return cluster.datanodes.nodes().stream()
        .filter(node -> isFast == node.getStorageInfos()[0].getStorageID().matches(".*[048]-0"))
        .mapToLong(node -> cluster.blocks(node, StorageType.DISK))
        .average()
        .orElseThrow();
  }

  @Test
  void anEmptyNodeGetsMoreThanOthersAndIsNotDrownedInWrites() {
    double inFlight = 0;
    for (int i = 0; i < REPEATS; i++) {
      inFlight += inFlightOnAnEmptyNode() / REPEATS;
    }
    // 60 is the mean; without a bound it would be more than 100
    assertThat(inFlight).isBetween(62.0, 95.0);
  }

  private static double inFlightOnAnEmptyNode() {
    Cluster cluster = flat(20, 2, StorageType.DISK);
    for (int i = 1; i < 20; i++) {
      cluster.store(cluster.node(i), StorageType.DISK, 10_000 * Cluster.BLOCK_BYTES);
    }
    cluster.heartbeats();

    for (int block = 0; block < 400; block++) {
      cluster.allocate(cluster.choose(null, "HOT", 3));
    }

    return cluster.load(cluster.node(0), StorageType.DISK).pendingBytes()
        / (double) Cluster.BLOCK_BYTES;
  }

  @Test
  void nodesThatAreGivenOrExcludedOrLeavingGetNothing() {
    Cluster cluster = flat(12, 3, StorageType.DISK);
    cluster.node(4).startDecommission();
    DatanodeStorageInfo given = cluster.node(1).getStorageInfos()[0];
    Set<Node> excluded = Set.of(cluster.node(2), cluster.node(3));

    for (int i = 0; i < ROUNDS; i++) {
      DatanodeStorageInfo[] chosen =
          cluster.choose(cluster.node(1), "HOT", 2, List.of(given), excluded);
      assertThat(chosen).hasSize(2);
      assertThat(chosen)
          .extracting(DatanodeStorageInfo::getDatanodeDescriptor)
          .doesNotContain(cluster.node(1), cluster.node(2), cluster.node(3), cluster.node(4));
    }
    assertThat(cluster.load(cluster.node(1), StorageType.DISK).pendingBytes()).isZero();
  }

  @Test
  void reReplicationGoesToTheEmptierNodes() {
    Cluster cluster = flat(30, 3, StorageType.DISK);
    for (int i = 0; i < 30; i += 2) {
      cluster.store(cluster.node(i), StorageType.DISK, 100 * Cluster.BLOCK_BYTES);
    }
    cluster.heartbeats();

    int toEmptier = 0;
    for (int i = 0; i < ROUNDS; i++) {
      DatanodeStorageInfo given = cluster.node(i % 30).getStorageInfos()[0];
      DatanodeStorageInfo[] chosen =
          cluster.choose(cluster.node(i % 30), "HOT", 1, List.of(given), Set.of());
      cluster.write(chosen);
      toEmptier +=
          cluster.datanodes.nodes().indexOf(chosen[0].getDatanodeDescriptor()) % 2 == 1 ? 1 : 0;
    }

    // of two drawn at least one is an emptier one three times of four
    assertThat(toEmptier).isGreaterThan(ROUNDS / 2);
  }

  @Test
  void aNodeThatComesIsKnownAtOnceAndOneThatGoesIsNotChosen() {
    Cluster cluster = flat(6, 2, StorageType.DISK);
    cluster.choose(null, "HOT", 3);
    DatanodeDescriptor gone = cluster.node(0);
    cluster.datanodes.remove(gone);
    DatanodeDescriptor come = cluster.datanodes.add("/rack1", StorageType.SSD);
    cluster.heartbeats();

    assertThat(cluster.choose(null, "ALL_SSD", 1)[0].getDatanodeDescriptor()).isEqualTo(come);
    for (int i = 0; i < ROUNDS; i++) {
      assertThat(cluster.choose(null, "HOT", 3))
          .extracting(DatanodeStorageInfo::getDatanodeDescriptor)
          .doesNotContain(gone);
    }
  }

  @Test
  void rackFaultTolerantPlacementIsEvenAndOnAllRacks() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    for (int i = 0; i < 36; i++) {
      datanodes.add("/rack" + i % 9, StorageType.DISK);
    }
    Cluster cluster = new Cluster(datanodes, EvenBlockPlacementPolicyRackFaultTolerant.class);

    for (int block = 0; block < 36 * 20; block++) {
      DatanodeStorageInfo[] chosen = cluster.choose(cluster.node(block % 36), "HOT", 9);
      assertThat(racks(chosen)).hasSize(9);
      assertIsPlacedWell(cluster, chosen, 9);
      cluster.write(chosen);
      if (block % 36 == 0) {
        cluster.heartbeats();
      }
    }

    assertThat(cluster.maxOverMean(StorageType.DISK)).isLessThan(1.05);
  }

  @Test
  void nodeGroupsAreKeptAndUnequalHostsAreEven() {
    Cluster cluster = groups(EvenBlockPlacementPolicyWithNodeGroup.class);
    int nodes = cluster.datanodes.nodes().size();

    for (int block = 0; block < nodes * ROUNDS; block++) {
      DatanodeDescriptor writer = cluster.node(block % nodes);
      DatanodeStorageInfo[] chosen = cluster.choose(writer, "HOT", 3);
      assertThat(groupsOf(chosen)).hasSize(3);
      assertIsPlacedWell(cluster, chosen, 3);
      cluster.write(chosen);
      if (block % nodes == 0) {
        cluster.heartbeats();
      }
    }

    assertThat(cluster.maxOverMean(StorageType.DISK)).isLessThan(1.04);
  }

  @Test
  void withNodeGroupsARareTypeIsFoundWithoutTryingAllNodes() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(true);
    for (int i = 0; i < 400; i++) {
      String place = "/rack" + i % 4 + "/host" + i / 2;
      if (i % 100 < 4) {
        datanodes.add(place, StorageType.DISK, StorageType.SSD);
      } else {
        datanodes.add(place, StorageType.DISK);
      }
    }
    CountingPolicy.draws.set(0);
    Cluster cluster = new Cluster(datanodes, CountingPolicy.class);

    for (int i = 0; i < ROUNDS; i++) {
      DatanodeStorageInfo[] chosen = cluster.choose(null, "ALL_SSD", 3);
      assertThat(chosen)
          .extracting(DatanodeStorageInfo::getStorageType)
          .containsOnly(StorageType.SSD);
      assertThat(groupsOf(chosen)).hasSize(3);
    }

    assertThat(CountingPolicy.draws.get()).isLessThan(ROUNDS * 6);
  }

  private static Cluster flat(int nodes, int racks, StorageType... types) {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    for (int i = 0; i < nodes; i++) {
      datanodes.add("/rack" + i % racks, types);
    }
    return new Cluster(datanodes, EvenBlockPlacementPolicy.class);
  }

  /** Racks with two hosts of four DataNodes, and one of a single one. */
  static Cluster groups(Class<? extends BlockPlacementPolicy> policy) {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(true);
    for (int host = 0; host < 9; host++) {
      for (int i = 0; i < (host / 3 < 2 ? 4 : 1); i++) {
        datanodes.add("/rack" + host % 3 + "/host" + host, StorageType.DISK);
      }
    }
    return new Cluster(datanodes, policy);
  }

  private static Set<String> racks(DatanodeStorageInfo[] chosen) {
    Set<String> racks = new HashSet<>();
    for (DatanodeStorageInfo storage : chosen) {
      racks.add(storage.getDatanodeDescriptor().getNetworkLocation());
    }
    return racks;
  }

  /** With node groups a place in the topology is that of the group. */
  private static Set<String> groupsOf(DatanodeStorageInfo[] chosen) {
    return racks(chosen);
  }

  private static void assertIsPlacedWell(
      Cluster cluster, DatanodeStorageInfo[] chosen, int replicas) {
    DatanodeInfo[] places =
        Arrays.stream(chosen)
            .map(DatanodeStorageInfo::getDatanodeDescriptor)
            .toArray(DatanodeInfo[]::new);
    assertThat(cluster.policy().verifyBlockPlacement(places, replicas).isPlacementPolicySatisfied())
        .isTrue();
  }
}
