package org.tieredhdfs.hdfs.overlay.slow;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.volume.Judgement;
import org.tieredhdfs.hdfs.datanode.volume.VolumeMetrics;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed.State;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/** DataNodes of whose volumes one can get stuck. */
final class SlowCluster implements AutoCloseable {
  final MiniDFSCluster dfs;
  final DistributedFileSystem fs;
  private final List<StuckVolume> stuck = new ArrayList<>();

  static Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "400ms");
    // What is stuck here is stuck before a write, and writes past Hadoop's provider are not
    conf.set("dfs.tiered.receive.direct.write", "false");
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    return conf;
  }

  SlowCluster(File folder, Configuration conf, int datanodes, int volumes) throws IOException {
    this(folder, conf, datanodes, Collections.nCopies(volumes, StorageType.DISK));
  }

  /**
   * @param volumes the storage type of each volume of a DataNode
   */
  SlowCluster(File folder, Configuration conf, int datanodes, List<StorageType> volumes)
      throws IOException {
    this(
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(datanodes)
            .storagesPerDatanode(volumes.size())
            .storageTypes(volumes.toArray(new StorageType[0]))
            .build());
    dfs.waitActive();
  }

  private SlowCluster(MiniDFSCluster dfs) throws IOException {
    this.dfs = dfs;
    this.fs = dfs.getFileSystem(0);
  }

  /** With two NameNodes, of which the first is active, and DataNodes of one volume. */
  static SlowCluster highlyAvailable(File folder, Configuration conf, int datanodes)
      throws IOException {
    MiniDFSCluster dfs =
        new MiniDFSCluster.Builder(conf, folder)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(datanodes)
            .storagesPerDatanode(1)
            .build();
    dfs.waitActive();
    dfs.transitionToActive(0);
    return new SlowCluster(dfs);
  }

  /** Those that a stream writes to, in their order. */
  static DatanodeInfo[] pipeline(FSDataOutputStream out) throws IOException {
    if (((HdfsDataOutputStream) out).getWrappedStream() instanceof DFSOutputStream stream) {
      return stream.getPipeline();
    }
    throw new IOException("no stream of HDFS");
  }

  DataNode node(DatanodeInfo info) {
    return dfs.getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(info.getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  /** Where a client reads the one block of a file first. */
  DataNode first(Path file) throws IOException {
    return node(
        fs.getClient()
            .getLocatedBlocks(file.toString(), 0)
            .getLocatedBlocks()
            .get(0)
            .getLocations()[0]);
  }

  /** The storage of a DataNode on which the one block of a file lies, be it written still. */
  String storageOf(DataNode datanode, Path file) throws IOException {
    ExtendedBlock block =
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks().get(0).getBlock();
    return datanode.getFSDataset().getVolume(block).getStorageID();
  }

  /** The DataNode that has a storage. */
  DataNode nodeOf(String storageId) {
    return dfs.getDataNodes().stream()
        .filter(node -> registry(node).find(storageId) != null)
        .findFirst()
        .orElseThrow();
  }

  /** Has a DataNode take a volume for far slower than its peers, or no more. */
  void setSlow(String storageId, boolean isSlow) {
    VolumeState volume = state(storageId);
    State state = isSlow ? State.DROPPED : State.IN_SERVICE;
    volume.traffic().judged(new Speed(state, 1, 0, 0, 0, Double.NaN));
    // At once: the judge of volumes may be asleep
    volume.judged(Judgement.of(isSlow ? VolumeCondition.SLOW : VolumeCondition.IN_SERVICE));
  }

  /** What a DataNode knows of a volume. */
  VolumeState state(String storageId) {
    return Objects.requireNonNull(registry(nodeOf(storageId)).find(storageId));
  }

  /** The first storage of a DataNode. */
  String storage(DataNode datanode) throws IOException {
    return datanode
        .getFSDataset()
        .getStorageReports(dfs.getNamesystem().getBlockPoolId())[0]
        .getStorage()
        .getStorageID();
  }

  private static VolumeRegistry registry(DataNode datanode) {
    return ((IndependentFsDataset) datanode.getFSDataset()).guards().registry();
  }

  private static long sum(DataNode datanode, ToLongFunction<VolumeMetrics> counter) {
    return registry(datanode).all().stream()
        .mapToLong(volume -> counter.applyAsLong(volume.metrics()))
        .sum();
  }

  /** How many writers a DataNode has cut off. */
  static long cutOff(DataNode datanode) {
    return sum(datanode, metrics -> metrics.cutOffWriters.value());
  }

  /** How many readers a DataNode has dropped. */
  static long dropped(DataNode datanode) {
    return sum(datanode, metrics -> metrics.droppedReaders.value());
  }

  /** Has a volume get stuck, until it answers or the cluster ends. */
  StuckVolume stick(DataNode datanode, String storageId, Set<OPERATION> operations)
      throws Exception {
    return stick(datanode, storageId, operations, any -> true);
  }

  /** The same for calls that certain code makes. */
  StuckVolume stick(
      DataNode datanode,
      String storageId,
      Set<OPERATION> operations,
      Predicate<StackWalker.StackFrame> caller)
      throws Exception {
    StuckVolume volume = StuckVolume.in(datanode, storageId, operations, caller);
    stuck.add(volume);
    return volume;
  }

  /** Makes a call on a volume in a thread of its own, where it may get stuck. */
  void call(String storageId, OPERATION operation) {
    DataNode node = nodeOf(storageId);
    FsVolumeSpi volume = state(storageId).volume();
    FileIoProvider files = node.getFileIoProvider();
    File file = new File(state(storageId).path(), "called");
    Thread caller =
        new Thread(
            () -> {
              try {
                if (operation == OPERATION.EXISTS) {
                  files.exists(volume, file);
                } else {
                  files.mkdirs(volume, file);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "caller of " + storageId);
    caller.setDaemon(true);
    caller.start();
  }

  /** A cluster with a volume that is stuck would not shut down. */
  @Override
  public void close() {
    stuck.forEach(StuckVolume::answer);
    dfs.shutdown();
  }
}
