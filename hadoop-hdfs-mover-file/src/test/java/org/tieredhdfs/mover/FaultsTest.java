package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.mover.MoverCluster.BLOCK_BYTES;
import static org.tieredhdfs.mover.MoverCluster.RAMDISK;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** Faults while files are moved, and erasure-coded files, on five DataNodes. */
class FaultsTest {
  private static final String CODING = "RS-3-2-1024k";
  private static final int CELL_BYTES = 1 << 20;
  private static final int NODES = 5;

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static FileMover mover;
  private static TransferLimits limits;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 1000);
    conf.set(MoverKeys.CONNECT_TIMEOUT.name(), "2s");
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(NODES)
                .storagesPerDatanode(3)
                .storageTypes(new StorageType[] {RAMDISK, StorageType.SSD, StorageType.DISK}));
    mover = cluster.mover();
    limits = mover.limits();
  }

  @AfterAll
  static void stop() throws Exception {
    mover.close();
    cluster.close();
  }

  private static List<Path> files(String directory, int count) throws Exception {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(cluster.file(directory + "/file" + i, 1, 3));
    }
    return files;
  }

  /** Begins to move a directory so slowly that a fault finds work that is not done. */
  private static MoveHandle beginSlowly(String directory) throws Exception {
    cluster.fs.setStoragePolicy(new Path(directory), "ALL_SSD");
    mover.setLimits(limits.withBytesPerSecond(15L * BLOCK_BYTES));
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, directory));
    while (handle.progress().replicasMoved() == 0) {
      Thread.sleep(5);
    }
    return handle;
  }

  private static void awaitEnd(MoveHandle handle) throws Exception {
    mover.setLimits(limits);
    assertThat(handle.await(Duration.ofMinutes(3))).as("%s", handle.progress()).isTrue();
    assertThat(handle.errors()).isEmpty();
  }

  @Test
  void aNameNodeThatIsRestartedMeanwhileLosesNothing() throws Exception {
    List<Path> files = files("/restart", 10);
    MoveHandle handle = beginSlowly("/restart");
    cluster.dfs.restartNameNode(true);
    awaitEnd(handle);
    assertThat(handle.progress().files(FileOutcome.MOVED)).isEqualTo(10);
    Map<String, Integer> wanted = Map.of("SSD", 3);
    for (Path file : files) {
      assertThat(cluster.awaitReplicasByType(file, wanted)).isEqualTo(wanted);
      assertThat(cluster.isAsWritten(file, 1)).isTrue();
    }
  }

  @Test
  @Tag("slow")
  void aDatanodeThatDiesMeanwhileLeavesEveryFileSatisfiedOrReported() throws Exception {
    List<Path> files = files("/dies", 10);
    MoveHandle handle = beginSlowly("/dies");
    DataNodeProperties dead = cluster.dfs.stopDataNode(0);
    try {
      awaitEnd(handle);
      assertThat(handle.progress().filesEnded()).isEqualTo(10);
      handle
          .unsatisfied()
          .forEach(result -> assertThat(result.failures()).as(result.path()).isNotEmpty());
    } finally {
      cluster.dfs.restartDataNode(dead, true);
      cluster.dfs.waitActive();
    }
    for (Path file : files) {
      DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
      assertThat(cluster.isAsWritten(file, 1)).isTrue();
    }
    List<FileResult> again = cluster.move(mover, true, "/dies");
    assertThat(again).hasSize(10).allMatch(FileResult::isGood);
  }

  @Test
  void internalBlocksOfErasureCodedFilesAreMoved() throws Exception {
    cluster.fs.enableErasureCodingPolicy(CODING);
    Path directory = new Path("/coded");
    cluster.fs.mkdirs(directory);
    cluster.fs.setErasureCodingPolicy(directory, CODING);
    Path file = new Path(directory, "file");
    byte[] content = DFSTestUtil.calculateFileContentsFromSeed(7, 2 * CELL_BYTES + 1000);
    try (FSDataOutputStream out = cluster.fs.createFile(file).blockSize(2 * CELL_BYTES).build()) {
      out.write(content);
    }
    // a file is closed before all its internal blocks were reported
    Map<String, Integer> onDisk = Map.of("DISK", 5);
    assertThat(cluster.awaitReplicasByType(file, onDisk)).isEqualTo(onDisk);

    cluster.fs.setStoragePolicy(directory, "ALL_SSD");
    FileResult toSsd = cluster.move(mover, true, "/coded").get(0);
    assertThat(toSsd.outcome()).as("%s", toSsd).isEqualTo(FileOutcome.MOVED);
    assertThat(toSsd.replicasMoved()).isEqualTo(5);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 5));

    // one that only the overlay allows for erasure-coded files
    cluster.fs.setStoragePolicy(directory, "ALL_RAMDISK");
    assertThat(cluster.move(mover, true, "/coded").get(0).isGood()).isTrue();
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 5));
    assertThat(Arrays.equals(content, DFSTestUtil.readFileAsBytes(cluster.fs, file))).isTrue();

    // one that HDFS does not use for erasure-coded files: it places them by its default policy
    cluster.fs.setStoragePolicy(directory, "ONE_SSD");
    assertThat(cluster.move(mover, true, "/coded").get(0).isGood()).isTrue();
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 5));
  }
}
