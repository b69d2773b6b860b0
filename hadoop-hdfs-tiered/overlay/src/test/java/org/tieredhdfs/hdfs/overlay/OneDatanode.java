package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.waits.LiveFiles;
import org.tieredhdfs.waits.Waits;

/** A cluster of one DataNode, with stock's dataset or ours, and policies ALL_NVME and ALL_QLC. */
final class OneDatanode implements AutoCloseable {
  final MiniDFSCluster cluster;
  final DistributedFileSystem fs;
  private final DataNode datanode;

  OneDatanode(File folder, Configuration conf, boolean ours, StorageType... types)
      throws IOException {
    this(folder, conf, true, ours, types);
  }

  /** Starts the cluster in a folder again, with its volumes as other types. */
  static OneDatanode again(File folder, Configuration conf, boolean ours, StorageType... types)
      throws IOException {
    return new OneDatanode(folder, conf, false, ours, types);
  }

  private OneDatanode(
      File folder, Configuration conf, boolean format, boolean ours, StorageType... types)
      throws IOException {
    if (ours) {
      conf.set(
          DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
      conf.set("dfs.tiered.volume.return.delay", "0s");
    }
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    conf.set("dfs.tiered.storage.policies", "ALL_NVME, ALL_QLC");
    conf.set("dfs.tiered.storage.policy.ALL_NVME.id", "3");
    conf.set("dfs.tiered.storage.policy.ALL_NVME.types", "NVME");
    conf.set("dfs.tiered.storage.policy.ALL_QLC.id", "4");
    conf.set("dfs.tiered.storage.policy.ALL_QLC.types", "QLC");
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .format(format)
            .numDataNodes(1)
            .storageTypes(types)
            .storagesPerDatanode(types.length)
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    datanode = cluster.getDataNodes().get(0);
  }

  /** Writes a file of one block in a directory that is named after its policy. */
  Path file(String name, String policy) throws Exception {
    Path directory = new Path("/" + policy);
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, policy);
    Path file = new Path(directory, name);
    DFSTestUtil.createFile(fs, file, TieredMiniCluster.BLOCK_BYTES, (short) 1, 1);
    DFSTestUtil.waitReplication(fs, file, (short) 1);
    return file;
  }

  /** The volumes as they are configured. */
  String volumes() {
    return datanode.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
  }

  /** Changes the volumes while the DataNode runs, the way its thread for that does. */
  void reconfigure(String volumes) throws Exception {
    String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
    datanode.getConf().set(key, datanode.reconfigurePropertyImpl(key, volumes));
    cluster.triggerHeartbeats();
    List<String> types = types();
    Waits.until(
        "the NameNode knows volumes of " + types,
        Duration.ofMinutes(1),
        () -> typesAtNameNode().containsAll(types));
  }

  private Set<String> typesAtNameNode() throws IOException {
    Set<String> types = new HashSet<>();
    for (DatanodeStorageReport node :
        fs.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      for (StorageReport report : node.getStorageReports()) {
        types.add(report.getStorage().getStorageType().name());
      }
    }
    return types;
  }

  List<String> types() throws IOException {
    List<String> types = new ArrayList<>();
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        types.add(volume.getStorageType().name());
      }
    }
    return types;
  }

  long capacityBytes(StorageType type) throws IOException {
    return volume(type).getCapacity();
  }

  private FsVolumeImpl volume(StorageType type) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type && volume instanceof FsVolumeImpl known) {
          return known;
        }
      }
    }
    throw new IOException("no volume of " + type);
  }

  ExtendedBlock blockOf(Path file) throws IOException {
    return fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks().get(0).getBlock();
  }

  /** What tells the file of a block on a volume from a copy of it. */
  Object inodeOf(ExtendedBlock block, StorageType type) throws IOException {
    java.nio.file.Path root = java.nio.file.Path.of(volume(type).getBaseURI());
    java.nio.file.Path file =
        LiveFiles.under(root).stream()
            .filter(path -> path.endsWith(block.getBlockName()))
            .findFirst()
            .orElseThrow();
    return Files.getAttribute(file, "unix:ino");
  }

  /** Has the DataNode move a replica, as Mover and Balancer do. */
  void move(ExtendedBlock block, StorageType type) throws IOException {
    datanode.getFSDataset().moveBlockAcrossStorage(block, type, "");
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
