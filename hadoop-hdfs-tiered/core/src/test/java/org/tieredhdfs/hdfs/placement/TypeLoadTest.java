package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TypeLoadTest {
  private static final long BLOCK = Cluster.BLOCK_BYTES;

  private Cluster cluster = cluster();
  private DatanodeDescriptor node = cluster.node(0);
  private DatanodeStorageInfo storage = node.getStorageInfos()[0];
  private TypeLoad load = cluster.load(node, StorageType.DISK);

  private static Cluster cluster() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    datanodes.add("/rack", StorageType.DISK, StorageType.DISK);
    return new Cluster(datanodes, EvenBlockPlacementPolicy.class);
  }

  @BeforeEach
  void makeAnew() {
    cluster = cluster();
    node = cluster.node(0);
    storage = node.getStorageInfos()[0];
    load = cluster.load(node, StorageType.DISK);
    load.look();
  }

  @Test
  void aBlockCountsFromItsChoiceUntilItsBytesAreReported() {
    load.choose(BLOCK, cluster.nowMs());
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);
    assertThat(load.inFlightBytes(cluster.nowMs())).isEqualTo(BLOCK);

    cluster.allocate(storage);
    heartbeat();
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);
    assertThat(load.inFlightBytes(cluster.nowMs())).isEqualTo(BLOCK);

    cluster.receive(storage);
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);
    assertThat(load.inFlightBytes(cluster.nowMs())).isZero();

    // both volumes of the type report the same bytes
    heartbeat();
    assertThat(load.pendingBytes()).isZero();
    assertThat(load.storedBytes()).isEqualTo(2 * BLOCK);
    assertThat(load.weight()).isEqualTo(2);
  }

  @Test
  void aBlockReceivedAfterTheHeartbeatDoesNotSettleAnother() {
    for (int i = 0; i < 2; i++) {
      load.choose(BLOCK, cluster.nowMs());
      cluster.allocate(storage);
    }
    heartbeat();
    cluster.heartbeats();
    cluster.receive(storage);
    load.look();
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);

    heartbeat();
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);
    assertThat(load.inFlightBytes(cluster.nowMs())).isEqualTo(BLOCK);
  }

  @Test
  void aBlockThatWasNeverAllocatedIsForgotten() {
    load.choose(BLOCK, cluster.nowMs());
    heartbeat();
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);

    heartbeat();
    assertThat(load.pendingBytes()).isZero();
    assertThat(load.inFlightBytes(cluster.nowMs())).isZero();
  }

  @Test
  void ofAShortBlockNothingRemains() {
    load.choose(BLOCK, cluster.nowMs());
    cluster.allocate(storage);
    heartbeat();
    DatanodeStorageInfo.decrementBlocksScheduled(storage);
    cluster.store(node, StorageType.DISK, 17);
    heartbeat();

    assertThat(load.pendingBytes()).isZero();
    assertThat(load.storedBytes()).isEqualTo(34);
  }

  @Test
  void deletedBytesSettleNothing() {
    cluster.store(node, StorageType.DISK, 10 * BLOCK);
    heartbeat();
    load.choose(BLOCK, cluster.nowMs());
    cluster.allocate(storage);
    cluster.store(node, StorageType.DISK, 0);
    heartbeat();

    assertThat(load.storedBytes()).isZero();
    assertThat(load.pendingBytes()).isEqualTo(BLOCK);
  }

  @Test
  void aNewNameNodeKnowsWhatWasReported() {
    cluster.store(node, StorageType.DISK, 5 * BLOCK);
    cluster.heartbeats();

    TypeLoad afterFailover = new TypeLoad(node, StorageType.DISK, id -> 1);
    afterFailover.look();

    assertThat(afterFailover.storedBytes()).isEqualTo(10 * BLOCK);
    assertThat(afterFailover.pendingBytes()).isZero();
  }

  @Test
  void theWeightFollowsTheSpeedSlowly() {
    double[] share = {1.5};
    TypeLoad moody = new TypeLoad(node, StorageType.DISK, id -> share[0]);
    moody.look();
    assertThat(moody.weight()).isEqualTo(3);

    share[0] = 0.5;
    heartbeat();
    moody.look();
    assertThat(moody.weight()).isBetween(2.99, 3.0);

    // two half-lives
    for (int i = 0; i < 1_200; i++) {
      cluster.heartbeats();
      moody.look();
    }
    assertThat(moody.weight()).isBetween(1.45, 1.55);
  }

  private void heartbeat() {
    cluster.heartbeats();
    load.look();
  }
}
