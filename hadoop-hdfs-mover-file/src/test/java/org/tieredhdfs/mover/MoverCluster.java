package org.tieredhdfs.mover;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.waits.Waits;

/** A MiniDFSCluster for the mover, with short intervals and small blocks. */
public final class MoverCluster implements AutoCloseable {
  public static final StorageType RAMDISK = StorageType.valueOf("RAMDISK");
  public static final int BLOCK_BYTES = 64 * 1024;
  public static final long ROOM_BYTES = 1L << 30;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  public final Configuration conf;
  public final MiniDFSCluster dfs;
  public final DistributedFileSystem fs;

  /** Three DataNodes, each with the same volumes. */
  public static MoverCluster alike(File folder, StorageType... types) throws IOException {
    Configuration conf = shortIntervals();
    long[] rooms = new long[types.length];
    Arrays.fill(rooms, ROOM_BYTES);
    return new MoverCluster(
        conf,
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(3)
            .storageTypes(types)
            .storagesPerDatanode(types.length)
            .storageCapacities(rooms));
  }

  public MoverCluster(Configuration conf, MiniDFSCluster.Builder builder) throws IOException {
    this.conf = conf;
    dfs = builder.build();
    dfs.waitActive();
    fs = dfs.getFileSystem();
    awaitRoom(dfs);
  }

  /**
   * Waits until the NameNode knows how much room each volume has. A cluster with other capacities
   * than those of its disk asks for a heartbeat, but does not wait until it has come.
   */
  private static void awaitRoom(MiniDFSCluster dfs) throws IOException {
    String pool = dfs.getNamesystem().getBlockPoolId();
    DatanodeManager known = dfs.getNamesystem().getBlockManager().getDatanodeManager();
    for (DataNode node : dfs.getDataNodes()) {
      try {
        Waits.until(
            "the NameNode knows the room of " + node,
            PATIENCE,
            () ->
                rooms(known.getDatanode(node.getDatanodeUuid()).getStorageReports())
                    .equals(rooms(node.getFSDataset().getStorageReports(pool))));
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  private static Map<String, Long> rooms(StorageReport[] reports) {
    return Arrays.stream(reports)
        .collect(
            Collectors.toMap(
                report -> report.getStorage().getStorageID(), StorageReport::getCapacity));
  }

  public static Configuration shortIntervals() {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
    conf.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 10);
    // the user of the tests may ask the NameNode in the name of others
    String me = System.getProperty("user.name");
    conf.set("hadoop.proxyuser." + me + ".hosts", "*");
    conf.set("hadoop.proxyuser." + me + ".users", "*");
    conf.set(MoverKeys.RETRY_DELAY.name(), "100ms");
    conf.set(MoverKeys.REFRESH_INTERVAL.name(), "1s");
    return conf;
  }

  public FileMover mover() throws IOException {
    return new FileMover(conf, fs.getUri());
  }

  /** Writes a file and waits until the NameNode knows all its replicas. */
  public Path file(String name, int blocks, int replicas) throws Exception {
    Path file = new Path(name);
    DFSTestUtil.createFile(
        fs, file, (long) blocks * BLOCK_BYTES, (short) replicas, name.hashCode());
    DFSTestUtil.waitReplication(fs, file, (short) replicas);
    return file;
  }

  /** Writes a file of two replicas to SSD, with that policy of its own and of its directory. */
  public Path fileOnSsd(String name) throws Exception {
    Path file = new Path(name);
    fs.mkdirs(file.getParent());
    fs.setStoragePolicy(file.getParent(), "ALL_SSD");
    file(name, 1, 2);
    fs.setStoragePolicy(file, "ALL_SSD");
    return file;
  }

  /** How many replicas of a file's blocks lie on each storage type. */
  public Map<String, Integer> replicasByType(Path file) throws IOException {
    Map<String, Integer> replicas = new TreeMap<>();
    for (LocatedBlock block : blocks(file)) {
      for (StorageType type : block.getStorageTypes()) {
        replicas.merge(type.name(), 1, Integer::sum);
      }
    }
    return replicas;
  }

  /**
   * Waits until the replicas of a file lie just so; returns how they lie in the end.
   *
   * <p>For what the NameNode does by itself and in its own time: it counts internal blocks when
   * they are reported, and after a restart it may make a replica too many and remove it again.
   */
  public Map<String, Integer> awaitReplicasByType(Path file, Map<String, Integer> wanted)
      throws Exception {
    return Waits.until(
        "the replicas of " + file, PATIENCE, () -> replicasByType(file), wanted::equals);
  }

  public List<LocatedBlock> blocks(Path file) throws IOException {
    return fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  /** Moves paths and waits for the end; returns the results in the order in which they came. */
  public List<FileResult> move(FileMover mover, boolean recursive, String... paths)
      throws Exception {
    List<FileResult> results = new CopyOnWriteArrayList<>();
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(recursive, paths), results::add);
    if (!handle.await(PATIENCE)) {
      throw new AssertionError("not done in time: " + handle.progress());
    }
    if (!handle.errors().isEmpty()) {
      throw new IOException(handle.errors().toString());
    }
    return results;
  }

  public boolean isAsWritten(Path file, int blocks) throws IOException {
    byte[] written =
        DFSTestUtil.calculateFileContentsFromSeed(file.toString().hashCode(), blocks * BLOCK_BYTES);
    return Arrays.equals(written, DFSTestUtil.readFileAsBytes(fs, file));
  }

  @Override
  public void close() {
    dfs.shutdown();
  }
}
