package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.waits.Waits;

/** A MiniDFSCluster whose three DataNodes have a volume each of RAMDISK, SSD and DISK. */
final class TieredMiniCluster implements AutoCloseable {
  static final StorageType RAMDISK = StorageType.valueOf("RAMDISK");
  static final int BLOCK_BYTES = 64 * 1024;
  static final long ROOM_BYTES = 1L << 30;

  final MiniDFSCluster dfs;
  final DistributedFileSystem fs;

  /** What makes a small cluster quick. */
  static Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    return conf;
  }

  /**
   * @param capacitiesBytes of the RAMDISK, the SSD and the DISK volume of every DataNode
   */
  TieredMiniCluster(File folder, long... capacitiesBytes) throws Exception {
    this(folder, configuration(), capacitiesBytes);
  }

  /**
   * @param settings in addition to those of every such cluster
   */
  TieredMiniCluster(File folder, Map<String, String> settings, long... capacitiesBytes)
      throws Exception {
    this(folder, with(settings), capacitiesBytes);
  }

  private static Configuration with(Map<String, String> settings) {
    Configuration conf = configuration();
    settings.forEach(conf::set);
    return conf;
  }

  /**
   * @param conf that of {@link #configuration}, changed at will
   */
  TieredMiniCluster(File folder, Configuration conf, long... capacitiesBytes) throws Exception {
    dfs =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(3)
            .storageTypes(new StorageType[] {RAMDISK, StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(3)
            .storageCapacities(capacitiesBytes)
            .build();
    dfs.waitActive();
    fs = dfs.getFileSystem();
    awaitRoom(dfs);
  }

  /**
   * Waits until the NameNode knows how much room each volume has. A cluster with other capacities
   * than those of its disk asks for a heartbeat, but does not wait until it has come.
   */
  private static void awaitRoom(MiniDFSCluster dfs) throws Exception {
    String pool = dfs.getNamesystem().getBlockPoolId();
    DatanodeManager known = dfs.getNamesystem().getBlockManager().getDatanodeManager();
    for (DataNode node : dfs.getDataNodes()) {
      Waits.until(
          "the NameNode knows the room of " + node,
          Duration.ofMinutes(1),
          () ->
              rooms(known.getDatanode(node.getDatanodeUuid()).getStorageReports())
                  .equals(rooms(node.getFSDataset().getStorageReports(pool))));
    }
  }

  private static Map<String, Long> rooms(StorageReport[] reports) {
    return Arrays.stream(reports)
        .collect(
            Collectors.toMap(
                report -> report.getStorage().getStorageID(), StorageReport::getCapacity));
  }

  TieredMiniCluster(File folder) throws Exception {
    this(folder, ROOM_BYTES, ROOM_BYTES, ROOM_BYTES);
  }

  Path directory(String name, String policy) throws IOException {
    Path directory = new Path("/" + name);
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, policy);
    return directory;
  }

  /** Writes a file of so many blocks, and waits until the NameNode knows all three replicas. */
  Path file(Path directory, int blocks) throws Exception {
    Path file = new Path(directory, "file-" + blocks);
    DFSTestUtil.createFile(fs, file, (long) blocks * BLOCK_BYTES, (short) 3, 1);
    DFSTestUtil.waitReplication(fs, file, (short) 3);
    return file;
  }

  /** How many replicas of a file's blocks lie on each storage type. */
  Map<String, Integer> replicasByType(Path file) throws IOException {
    return replicasByType(fs, file);
  }

  static Map<String, Integer> replicasByType(DistributedFileSystem fs, Path file)
      throws IOException {
    Map<String, Integer> replicas = new TreeMap<>();
    List<LocatedBlock> blocks =
        fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
    for (LocatedBlock block : blocks) {
      Arrays.stream(block.getStorageTypes())
          .forEach(type -> replicas.merge(type.name(), 1, Integer::sum));
    }
    return replicas;
  }

  Map<String, Integer> awaitReplicasByType(Path file, Map<String, Integer> wanted)
      throws Exception {
    return awaitReplicasByType(fs, file, wanted);
  }

  /**
   * The replicas of a file as soon as they are as wanted, or as they are after a minute: a NameNode
   * that was restarted answers before the last DataNode has reported.
   */
  static Map<String, Integer> awaitReplicasByType(
      DistributedFileSystem fs, Path file, Map<String, Integer> wanted) throws Exception {
    long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    Map<String, Integer> replicas = replicasByType(fs, file);
    while (!replicas.equals(wanted) && System.nanoTime() - endNanos < 0) {
      Thread.sleep(50);
      replicas = replicasByType(fs, file);
    }
    return replicas;
  }

  @Override
  public void close() {
    dfs.shutdown();
  }
}
