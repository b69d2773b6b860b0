package org.tieredhdfs.hdfs.datanode;

import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.apache.hadoop.util.DataChecksum;
import org.tieredhdfs.hdfs.cluster.PeerCount;
import org.tieredhdfs.hdfs.cluster.PeerCounts;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.waits.Waits;

/** A real NameNode and one real DataNode with two SSD volumes and a DISK volume that can hang. */
final class OneNode implements AutoCloseable {
  static final Path SSD = new Path("/ssd");
  static final Path DISK = new Path("/disk");

  /** Far from what a NameNode gives out first. */
  private static final AtomicLong NEXT_BLOCK_ID = new AtomicLong(5_000_000_000L);

  final MiniDFSCluster cluster;
  final DistributedFileSystem fs;
  final DataNode datanode;
  final VolumeFault fault;

  static Configuration configuration(boolean ours) {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 1024 * 1024);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
    // One attempt: what fails shows
    conf.setInt("dfs.client.block.write.retries", 0);
    if (ours) {
      conf.set(
          DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
      conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1s");
      conf.set(DatanodeKeys.HANG_CHECK_INTERVAL.name(), "50ms");
      conf.set(DatanodeKeys.SPACE_REFRESH_INTERVAL.name(), "100ms");
      conf.set(DatanodeKeys.DRAIN_TIMEOUT.name(), "2s");
      conf.set(DatanodeKeys.RETURN_DELAY.name(), "4s");
      // A canary of a quiet volume is I/O, too: it would be what hangs first, or counts with the
      // rest
      conf.set("dfs.tiered.volume.canary.interval", "0");
    }
    return conf;
  }

  OneNode(File folder, Configuration conf) throws Exception {
    this(folder, conf, StorageType.SSD, StorageType.SSD, StorageType.DISK);
  }

  /** The same with other volumes. */
  OneNode(File folder, Configuration conf, StorageType... types) throws Exception {
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(1)
            .storagesPerDatanode(types.length)
            .storageTypes(types)
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    fs.mkdirs(SSD);
    fs.mkdirs(DISK);
    fs.setStoragePolicy(SSD, "ALL_SSD");
    fs.setStoragePolicy(DISK, "HOT");
    datanode = cluster.getDataNodes().get(0);
    fault = VolumeFault.in(datanode);
  }

  IndependentFsDataset dataset() {
    return (IndependentFsDataset) datanode.getFSDataset();
  }

  FsVolumeImpl volume(StorageType type) {
    @SuppressWarnings("unchecked") // both factories make this kind
    FsDatasetSpi<FsVolumeImpl> dataset = (FsDatasetSpi<FsVolumeImpl>) datanode.getFSDataset();
    List<FsVolumeImpl> volumes = dataset.getVolumeList();
    return volumes.stream().filter(v -> v.getStorageType() == type).findFirst().orElseThrow();
  }

  VolumeState state(StorageType type) {
    return Objects.requireNonNull(dataset().guards().registry().find(volume(type).getStorageID()));
  }

  String pool() {
    return cluster.getNamesystem().getBlockPoolId();
  }

  /**
   * Whether a volume is out of use, once it hangs and the NameNode tells that other DataNodes
   * answer, which Apache Hadoop's does not.
   */
  boolean isOutOfUse(StorageType type) {
    PeerView view = PeerView.of(datanode);
    view.ask(pool());
    PeerView.answered(new PeerCounts(Map.of(type, new PeerCount(3, 3))));
    return state(type).judgement().isHidden();
  }

  ExtendedBlock newBlock() {
    return new ExtendedBlock(pool(), NEXT_BLOCK_ID.incrementAndGet(), 1024, 1001);
  }

  /** Makes both files of a new replica, as a receiver does, and goes away. */
  static void makeFiles(ReplicaHandler handler) throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    try (handler;
        ReplicaOutputStreams streams = handler.getReplica().createStreams(true, checksum);
        DataOutputStream meta = new DataOutputStream(streams.getChecksumOut())) {
      BlockMetadataHeader.writeHeader(meta, checksum);
    }
  }

  /** How long a call took, in milliseconds. */
  static long timeMs(Callable<?> call) throws Exception {
    long startNanos = System.nanoTime();
    call.call();
    return (System.nanoTime() - startNanos) / 1_000_000;
  }

  /**
   * Waits until every call on a volume is counted out.
   *
   * <p>All counts in one condition: a thread is out before its bytes are, and a sender that fills
   * the buffers of its socket comes and goes.
   */
  static void awaitIdle(VolumeState volume) throws Exception {
    Waits.until(
        "nothing is in flight",
        Duration.ofMinutes(2),
        () -> volume.threads() == 0 && volume.bytesInFlight() == 0);
  }

  @Override
  public void close() throws IOException {
    fault.answer();
    cluster.shutdown();
  }
}
