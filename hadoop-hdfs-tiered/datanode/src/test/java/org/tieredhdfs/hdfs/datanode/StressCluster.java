package org.tieredhdfs.hdfs.datanode;

import java.io.File;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;

/**
 * Two name spaces on three DataNodes with an SSD and two DISK volumes each, under stress.
 *
 * <p>Two locks keep apart what stock Hadoop loses data over whatever the dataset does; all else
 * runs together.
 */
final class StressCluster implements AutoCloseable {
  static final int NODES = 3;
  static final short REPLICATION = 2;
  static final int BLOCK_BYTES = 256 * 1024;

  /**
   * Shared by recoveries of leases, exclusive for taking a volume out: a block of which no DataNode
   * has a replica at that moment is dropped by a recovery.
   */
  final ReadWriteLock recoveries = new ReentrantReadWriteLock();

  /**
   * Shared by writers in the second name space, exclusive for taking its pool out of a DataNode:
   * receivers of blocks go on unseen there, and what they acknowledge may be cut off.
   */
  final ReadWriteLock secondSpaceWriters = new ReentrantReadWriteLock();

  final MiniDFSCluster cluster;
  final List<DistributedFileSystem> spaces;

  StressCluster(File folder) throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, REPLICATION);
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY,
        LatencyAwareVolumeChoosingPolicy.class.getName());
    conf.set("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
    conf.setInt("dfs.client.block.write.retries", 3);
    conf.setInt("dfs.client.socket-timeout", 8_000);
    conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
    conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    conf.set("dfs.datanode.xceiver.stop.timeout.millis", "2000");
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    // More than that and the interval of heartbeats
    conf.set(DatanodeKeys.RETURN_DELAY.name(), "3s");
    // A copy that failed is tried again soon
    conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 3);
    // A scanner that meets an injected error reports a good replica as corrupt
    conf.setLong("dfs.block.scanner.volume.bytes.per.second", 0);
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .numDataNodes(NODES)
            .storagesPerDatanode(3)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK, StorageType.DISK})
            .build();
    cluster.waitActive();
    spaces = List.of(cluster.getFileSystem(0), cluster.getFileSystem(1));
    for (DistributedFileSystem fs : spaces) {
      fs.mkdirs(OneNode.SSD);
      fs.mkdirs(OneNode.DISK);
      fs.setStoragePolicy(OneNode.SSD, "ONE_SSD");
    }
  }

  static Path directory(boolean ssd) {
    return ssd ? OneNode.SSD : OneNode.DISK;
  }

  DataNode datanode(int index) {
    return cluster.getDataNodes().get(index);
  }

  static IndependentFsDataset dataset(DataNode datanode) {
    return (IndependentFsDataset) datanode.getFSDataset();
  }

  String pool(int space) {
    return cluster.getNamesystem(space).getBlockPoolId();
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
