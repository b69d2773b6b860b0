package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.waits.Waits;

/**
 * Two DataNodes with a DISK volume each, for blocks of two replicas, of which the NameNode is made
 * to delete a certain one. The second node has less room, so that its replicas go by preference.
 */
final class TwoReplicas implements AutoCloseable {
  private static final int FILE_BYTES = 4096;
  private static final long LITTLE = 1L << 20;
  private static final long MUCH = 1L << 50;

  /** Longer than a heartbeat that is on its way should take. */
  private static final long UNDISTURBED_MS = 300;

  final MiniDFSCluster cluster;
  final DistributedFileSystem fs;
  private final boolean ours;
  private final List<VolumeFault> faults = new ArrayList<>();

  TwoReplicas(File folder, boolean ours) throws Exception {
    this.ours = ours;
    Configuration conf = OneNode.configuration(ours);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 2);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    // Less room decides, however long no heartbeat came
    conf.setInt("dfs.namenode.tolerate.heartbeat.multiplier", 1_000);
    conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    Configuration lessRoom = new Configuration(false);
    lessRoom.setLong(DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY, 1L << 28);
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(2)
            .dataNodeConfOverlays(new Configuration[] {new Configuration(false), lessRoom})
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    for (DataNode datanode : cluster.getDataNodes()) {
      faults.add(VolumeFault.in(datanode));
    }
  }

  boolean isOurs() {
    return ours;
  }

  DataNode node(int index) {
    return cluster.getDataNodes().get(index);
  }

  VolumeFault fault(int index) {
    return faults.get(index);
  }

  @SuppressWarnings("unchecked") // both factories make this kind
  private FsDatasetSpi<FsVolumeImpl> dataset(int index) {
    return (FsDatasetSpi<FsVolumeImpl>) node(index).getFSDataset();
  }

  FsVolumeImpl volume(int index) {
    return dataset(index).getVolumeList().stream()
        .filter(volume -> volume.getStorageType() == StorageType.DISK)
        .findFirst()
        .orElseThrow();
  }

  void create(Path file) throws Exception {
    DFSTestUtil.createFile(fs, file, FILE_BYTES, (short) 2, 1);
    DFSTestUtil.waitReplication(fs, file, (short) 2);
  }

  void heartbeats(boolean on) {
    cluster
        .getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !on));
  }

  /** Stops heartbeats and waits until the deletion on the first node waits for its next one. */
  void orderDeletionOnFirst(Path file) throws Exception {
    heartbeats(false);
    Waits.until(
        "no heartbeat is on its way that would undo the preference",
        Duration.ofMinutes(1),
        () -> {
          preferDeletionOn(0);
          Thread.sleep(UNDISTURBED_MS);
          return isPreferred(0);
        });
    ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, file);
    fs.setReplication(file, (short) 1);
    Waits.until(
        "the order waits for a heartbeat", Duration.ofMinutes(1), () -> isOrderedOfFirst(block));
  }

  /** Holds until the next heartbeat. */
  void preferDeletionOn(int index) throws IOException {
    for (int i = 0; i < 2; i++) {
      for (DatanodeStorageInfo storage : descriptor(i).getStorageInfos()) {
        long remaining = i == index ? LITTLE : MUCH;
        storage.setUtilizationForTesting(2 * MUCH, 0, remaining, 0);
      }
    }
  }

  private boolean isPreferred(int index) throws IOException {
    for (int i = 0; i < 2; i++) {
      for (StorageReport report : descriptor(i).getStorageReports()) {
        if (report.getRemaining() != (i == index ? LITTLE : MUCH)) {
          return false;
        }
      }
    }
    return true;
  }

  private DatanodeDescriptor descriptor(int index) throws IOException {
    return NameNodeAdapter.getDatanode(cluster.getNamesystem(), node(index).getDatanodeId());
  }

  boolean isOrderedOfFirst(ExtendedBlock block) throws IOException {
    return descriptor(0).containsInvalidateBlock(block.getLocalBlock());
  }

  String pool() {
    return cluster.getNamesystem().getBlockPoolId();
  }

  /** The types of the first node's storages, in the order of its block reports. */
  List<StorageType> reportedFirst() {
    return dataset(0).getBlockReports(pool()).keySet().stream()
        .map(DatanodeStorage::getStorageType)
        .toList();
  }

  /** Moves a replica of the first node to another type of storage. */
  void moveOnFirst(ExtendedBlock block, StorageType to) throws IOException {
    dataset(0).moveBlockAcrossStorage(block, to, "");
  }

  /** How many replicas of a file's block the NameNode knows. */
  int known(Path file) throws IOException {
    return DFSTestUtil.getAllBlocks(fs, file).get(0).getLocations().length;
  }

  int replicas() {
    return replicasOn(0) + replicasOn(1);
  }

  int replicasOn(int index) {
    return dataset(index).getFinalizedBlocks(pool()).size();
  }

  /** How many replicas a node would report. */
  int reported(int index) {
    return dataset(index).getBlockReports(pool()).values().stream()
        .mapToInt(BlockListAsLongs::getNumberOfBlocks)
        .sum();
  }

  /** What a node has of a block, in words. */
  String replica(int index, ExtendedBlock block) {
    return dataset(index).getReplicaString(block.getBlockPoolId(), block.getBlockId());
  }

  long pendingDeletions(int index) {
    return dataset(index).getPendingAsyncDeletions();
  }

  /** One replica is left and stays for some rounds of heartbeats. */
  void awaitOneReplicaForGood() throws Exception {
    // It distrusts a volume that came back until a report that follows a heartbeat with it
    cluster.triggerHeartbeats();
    cluster.triggerBlockReports();
    Waits.until("one replica is left", Duration.ofMinutes(2), () -> replicas() == 1);
    for (int i = 0; i < 4; i++) {
      Thread.sleep(1_000);
      cluster.triggerHeartbeats();
      assertThat(replicas()).isEqualTo(1);
    }
    assertThat(DFSTestUtil.readFileAsBytes(fs, new Path("/f"))).hasSize(FILE_BYTES);
  }

  @Override
  public void close() {
    faults.forEach(VolumeFault::answer);
    cluster.shutdown();
  }
}
