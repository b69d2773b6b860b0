package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetTestUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** Block pools and volumes that come and go while others are used. */
@Timeout(600)
class PoolsAndVolumesTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final String DIRS = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;

  private static final AtomicLong NEXT_BLOCK_ID = new AtomicLong(7_000_000_000L);

  @TempDir File folder;

  private static FsVolumeImpl disk(IndependentFsDataset dataset) {
    return dataset.getVolumeList().stream()
        .filter(v -> v.getStorageType() == StorageType.DISK)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPoolIsRemovedWhileAnotherHasAHungVolume() throws Exception {
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(OneNode.configuration(true), folder)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .numDataNodes(1)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .build();
    DataNode datanode = cluster.getDataNodes().get(0);
    VolumeFault fault = VolumeFault.in(datanode);
    try {
      cluster.waitActive();
      FileSystem first = cluster.getFileSystem(0);
      FileSystem second = cluster.getFileSystem(1);
      Path file = new Path("/ssd/f");
      second.mkdirs(file.getParent());
      second.setStoragePolicy(file.getParent(), "ALL_SSD");
      DFSTestUtil.createFile(second, file, FILE_BYTES, (short) 1, 1);
      IndependentFsDataset dataset = (IndependentFsDataset) datanode.getFSDataset();
      fault.hang(disk(dataset), VolumeFault.CHANGES);
      Path slow = new Path("/slow");
      Background<Boolean> stuck =
          new Background<>(
              "writer in the first pool",
              () -> {
                DFSTestUtil.createFile(first, slow, FILE_BYTES, (short) 1, 2);
                return true;
              });
      Waits.until("the writer is stuck", Duration.ofMinutes(2), () -> fault.stuck() > 0);
      assertThat(DFSTestUtil.readFileAsBytes(second, file)).hasSize(FILE_BYTES);

      String secondPool = cluster.getNamesystem(1).getBlockPoolId();
      Configuration onlyFirst = new Configuration(cluster.getConfiguration(0));
      onlyFirst.set(
          DFSConfigKeys.DFS_NAMESERVICES, onlyFirst.get(DFSConfigKeys.DFS_NAMESERVICE_ID));
      Background<Boolean> removal =
          new Background<>(
              "removal of the second pool",
              () -> {
                datanode.refreshNamenodes(onlyFirst);
                return true;
              });
      Waits.until(
          "operations in the removed pool are refused",
          Duration.ofMinutes(2),
          () -> {
            ExtendedBlock block = newBlock(secondPool);
            try {
              dataset.createRbw(StorageType.SSD, "", block, false, 0).close();
              return false;
            } catch (IOException e) {
              return String.valueOf(e.getMessage()).contains("being added, shut down or deleted");
            }
          });
      fault.answer();
      assertThat(removal.get(30_000)).isTrue();
      assertThat(stuck.get(30_000)).isTrue();
      assertThat(DFSTestUtil.readFileAsBytes(first, slow)).hasSize(FILE_BYTES);
      assertThat(dataset.guards().locks().heldLocks()).isZero();
    } finally {
      fault.answer();
      cluster.shutdown();
    }
  }

  private static ExtendedBlock newBlock(String pool) {
    return new ExtendedBlock(pool, NEXT_BLOCK_ID.incrementAndGet(), 1024, 1001);
  }

  @Test
  void aVolumeIsRemovedAndAddedAgainWithItsBlocks() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Path file = new Path(OneNode.SSD, "f" + i);
        DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, i);
        files.add(file);
      }
      FsVolumeImpl removed = node.volume(StorageType.SSD);
      // A heartbeat refers to each volume for a moment
      Waits.until(
          "no writer uses it", Duration.ofMinutes(2), () -> removed.getReferenceCount() <= 1);
      FSDataOutputStream open = node.fs.create(new Path(OneNode.DISK, "open"), (short) 1);
      open.write(new byte[FILE_BYTES]);
      open.hflush();

      String dirs = node.datanode.getConf().get(DIRS);
      String kept = without(dirs, removed);
      node.datanode.reconfigurePropertyImpl(DIRS, kept);
      assertThat(node.dataset().getVolumeList()).hasSize(2).doesNotContain(removed);
      assertThat(node.dataset().guards().registry().find(removed.getStorageID())).isNull();
      assertThat(removed.getReferenceCount()).isLessThanOrEqualTo(0);
      assertThatThrownBy(removed::obtainReference).isInstanceOf(ClosedChannelException.class);
      DFSTestUtil.createFile(node.fs, new Path(OneNode.SSD, "new"), FILE_BYTES, (short) 1, 3);

      node.datanode.reconfigurePropertyImpl(DIRS, dirs);
      assertThat(node.dataset().getVolumeList()).hasSize(3);
      for (FsVolumeImpl volume : node.dataset().getVolumeList()) {
        assertThat(node.dataset().guards().registry().find(volume.getStorageID())).isNotNull();
      }
      open.write(new byte[FILE_BYTES]);
      open.close();
      for (Path file : files) {
        Waits.until(
            file + " is there again",
            Duration.ofMinutes(2),
            () -> DFSTestUtil.readFileAsBytes(node.fs, file).length == FILE_BYTES);
      }
      assertThat(node.dataset().guards().locks().heldLocks()).isZero();
    }
  }

  @Test
  void stockLetsAReturningVolumeHideANewerReplica() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      ExtendedBlock newer = writeAgainWhileItsVolumeIsAway(node);
      assertThat(replica(node, newer)).contains("_" + (newer.getGenerationStamp() - 1));
    }
  }

  @Test
  void aReturningVolumeHidesNoNewerReplica() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock newer = writeAgainWhileItsVolumeIsAway(node);
      assertThat(replica(node, newer)).contains("_" + newer.getGenerationStamp());
    }
  }

  /**
   * The block as it was written again on another volume, with the volume of its first replica back.
   */
  private static ExtendedBlock writeAgainWhileItsVolumeIsAway(OneNode node) throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    FsDatasetSpi<?> dataset = node.datanode.getFSDataset();
    ExtendedBlock block = node.newBlock();
    FsVolumeImpl away = write(dataset, block);
    String dirs = node.datanode.getConf().get(DIRS);
    node.datanode.reconfigurePropertyImpl(DIRS, without(dirs, away));
    ExtendedBlock newer =
        new ExtendedBlock(
            block.getBlockPoolId(), block.getBlockId(), 0, block.getGenerationStamp() + 1);
    write(dataset, newer);
    node.datanode.reconfigurePropertyImpl(DIRS, dirs);
    return newer;
  }

  private static FsVolumeImpl write(FsDatasetSpi<?> dataset, ExtendedBlock block) throws Exception {
    OneNode.makeFiles(dataset.createRbw(StorageType.SSD, "", block, false, 0));
    block.setNumBytes(0);
    dataset.finalizeBlock(block, false);
    return (FsVolumeImpl) dataset.getVolume(block);
  }

  private static String replica(OneNode node, ExtendedBlock block) {
    return node.datanode
        .getFSDataset()
        .getReplicaString(block.getBlockPoolId(), block.getBlockId());
  }

  private static String without(String dirs, FsVolumeImpl volume) {
    List<String> kept = new ArrayList<>();
    for (String dir : dirs.split(",", -1)) {
      if (!dir.endsWith(volume.getStorageLocation().getUri().getPath().replaceAll("/$", ""))) {
        kept.add(dir);
      }
    }
    return String.join(",", kept);
  }

  private static Background<Boolean> stuckWriter(OneNode node) throws Exception {
    Background<Boolean> stuck =
        new Background<>(
            "writer",
            () -> {
              DFSTestUtil.createFile(
                  node.fs, new Path(OneNode.DISK, "f"), FILE_BYTES, (short) 1, 2);
              return true;
            });
    Waits.until("the writer is stuck", Duration.ofMinutes(2), () -> node.fault.stuck() > 0);
    return stuck;
  }

  private static boolean isAdded(OneNode node, String dirs) {
    try {
      node.datanode.reconfigurePropertyImpl(DIRS, dirs);
      return true;
    } catch (ReconfigurationException e) {
      assertThat(e).rootCause().hasMessageContaining("is still running");
      return false;
    }
  }

  /** It stays away as long as somebody is at work there, whose I/O would change what is read. */
  @Test
  void aHungVolumeIsRemovedAndComesBackWhenNobodyUsesIt() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      node.fault.hang(disk, VolumeFault.CHANGES);
      Background<Boolean> stuck = stuckWriter(node);
      String dirs = node.datanode.getConf().get(DIRS);
      // As the reconfiguration task does: without the lock of the configuration
      Background<Boolean> removal =
          new Background<>(
              "removal",
              () -> {
                node.datanode.reconfigurePropertyImpl(DIRS, without(dirs, disk));
                return true;
              });
      assertThat(removal.get(120_000)).isTrue();
      assertThat(node.fault.stuck()).isPositive();
      DFSTestUtil.createFile(node.fs, new Path(OneNode.SSD, "g"), FILE_BYTES, (short) 1, 2);
      assertThatThrownBy(() -> node.datanode.reconfigurePropertyImpl(DIRS, dirs))
          .rootCause()
          .hasMessageContaining("is still running");

      node.fault.answer();
      assertThatThrownBy(() -> stuck.get(120_000)).isInstanceOf(IOException.class);
      // The thread that strikes its replicas off the map may be at work a moment longer
      Waits.until("it is added again", Duration.ofMinutes(2), () -> isAdded(node, dirs));
      assertThat(disk.getReferenceCount()).isZero();
      assertThat(node.dataset().getVolumeList()).hasSize(3);
    }
  }

  @Test
  void theFailureOfOneVolumeIsToldWhileAnotherHangsThatFailedBefore() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 2);
    try (OneNode node = new OneNode(folder, conf)) {
      Path onDisk = new Path(OneNode.DISK, "before");
      Path onSsd = new Path(OneNode.SSD, "before");
      for (Path file : List.of(onDisk, onSsd)) {
        DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 1);
      }
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      node.fault.hang(disk, VolumeFault.ALL);
      Background<Boolean> stuck = stuckWriter(node);
      Background<Boolean> first = failure(node, disk);
      FsVolumeImpl ssd = node.dataset().getVolume(DFSTestUtil.getFirstBlock(node.fs, onSsd));
      awaitTold(node, onDisk, 1);
      // Hadoop 3.5 writes a thousand lines before it tells
      Logger stock = LoggerFactory.getLogger(IndependentFsDataset.class.getSuperclass());
      GenericTestUtils.setLogLevel(stock, Level.INFO);
      LogCapturer log = LogCapturer.captureLogs(stock);
      Background<Boolean> second = failure(node, ssd);
      awaitTold(node, onSsd, 2);
      assertThat(first.get(120_000)).isTrue();
      assertThat(second.get(120_000)).isTrue();
      log.stopCapturing();
      GenericTestUtils.setLogLevel(stock, Level.WARN);
      assertThat(log.getOutput())
          .contains("Removing StorageLocation")
          .doesNotContain("Removed DIR lock");
      assertThat(node.fault.stuck()).isPositive();
      node.fault.answer();
      assertThatThrownBy(() -> stuck.get(120_000)).isInstanceOf(IOException.class);
      Waits.until("nobody uses it", Duration.ofMinutes(2), () -> disk.getReferenceCount() == 0);
    }
  }

  /** What the disk check calls. */
  private static Background<Boolean> failure(OneNode node, FsVolumeImpl volume) {
    return new Background<>(
        "failure of " + volume,
        () -> {
          // Private in Hadoop 3.4
          Method handle = DataNode.class.getDeclaredMethod("handleVolumeFailures", Set.class);
          handle.setAccessible(true);
          handle.invoke(node.datanode, Set.of(volume));
          return true;
        });
  }

  private static void awaitTold(OneNode node, Path file, int failures) throws Exception {
    Waits.until(
        "the NameNode knows of the failure and has no location of " + file,
        Duration.ofMinutes(1),
        () ->
            node.cluster.getNamesystem().getVolumeFailuresTotal() == failures
                && DFSTestUtil.getAllBlocks(node.fs, file).get(0).getLocations().length == 0);
  }

  /** An operation that was stuck is not said to have worked, and leaves no replica behind. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "CREATE_RBW",
        "APPEND",
        "RECOVER_RBW",
        "UPDATE_REPLICA_UNDER_RECOVERY",
        "FINALIZE_BLOCK",
        "CONVERT_TEMPORARY_TO_RBW",
        "MOVE_TO"
      })
  void whatIsStuckOnAVolumeThatFailsCountsForNothing(StuckOperation operation) throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 2);
    try (OneNode node = new OneNode(folder, conf)) {
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      // The writers of the volume are interrupted: they must not be the thread of the test
      Callable<?> prepared =
          new Background<Callable<?>>("preparation", () -> operation.prepare(node)).get(120_000);
      node.fault.hang(disk, VolumeFault.ALL);
      Background<?> stuck = new Background<>(operation.name(), prepared);
      Waits.until("it is stuck", Duration.ofMinutes(2), () -> node.fault.stuck() > 0);
      assertThat(failure(node, disk).get(60_000)).isTrue();
      node.fault.answer();
      assertThatThrownBy(() -> stuck.get(120_000)).isInstanceOf(Exception.class);
      assertThat(FsDatasetTestUtil.getReplicas(node.dataset(), node.pool()))
          .noneMatch(replica -> replica.getVolume() == disk);
      Waits.until("nobody uses it", Duration.ofMinutes(2), () -> disk.getReferenceCount() == 0);
    }
  }

  /** The last packet that the disk took is not acknowledged: nobody knows the replica any more. */
  @Test
  void noPacketIsAcknowledgedThatADiskTookAfterItHadFailed() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 2);
    try (OneNode node = new OneNode(folder, conf)) {
      FSDataOutputStream out = node.fs.create(new Path(OneNode.DISK, "f"), (short) 1);
      out.write(new byte[FILE_BYTES]);
      out.hflush();
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      node.fault.hang(disk, EnumSet.of(OPERATION.WRITE));
      Background<Boolean> flush =
          new Background<>(
              "flush",
              () -> {
                out.write(new byte[FILE_BYTES]);
                out.hflush();
                return true;
              });
      Waits.until("the write is stuck", Duration.ofMinutes(2), () -> node.fault.stuck() > 0);
      assertThat(failure(node, disk).get(60_000)).isTrue();
      node.fault.answer();
      assertThatThrownBy(() -> flush.get(120_000)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void theStateOfAVolumeIsOfTheObjectThatIsInService() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.RETURN_DELAY.name(), "0");
    try (OneNode node = new OneNode(folder, conf)) {
      FsVolumeImpl removed = node.volume(StorageType.DISK);
      String dirs = node.datanode.getConf().get(DIRS);
      node.datanode.reconfigurePropertyImpl(DIRS, without(dirs, removed));
      File rbw = new File(new File(removed.getCurrentDir(), node.pool()), "current/rbw");
      assertThat(rbw.delete()).isTrue();
      assertThat(rbw.createNewFile()).isTrue();
      assertThatThrownBy(() -> node.datanode.reconfigurePropertyImpl(DIRS, dirs))
          .hasStackTraceContaining("FAILED TO ADD");
      assertThat(node.dataset().guards().registry().find(removed.getStorageID())).isNull();
      assertThat(rbw.delete()).isTrue();
      // As a thread does that hung on the volume before its removal
      node.dataset().guards().registry().state(removed);
      node.datanode.reconfigurePropertyImpl(DIRS, dirs);
      assertThat(node.state(StorageType.DISK).volume()).isSameAs(node.volume(StorageType.DISK));
    }
  }

  @Test
  void aFinalizationThatOutlivesItsPoolDoesNotBringItBack() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      String pool = node.pool();
      Callable<?> prepared = StuckOperation.FINALIZE_BLOCK.prepare(node);
      node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.MOVE));
      Background<?> stuck = new Background<>("finalization", prepared);
      Waits.until("it is stuck", Duration.ofMinutes(2), () -> node.fault.stuck() > 0);
      // It writes files at its end, which are stuck, too
      Background<Boolean> shutdown =
          new Background<>(
              "shutdown of the pool",
              () -> {
                node.dataset().shutdownBlockPool(pool);
                return true;
              });
      Waits.until(
          "the pool is gone",
          Duration.ofMinutes(2),
          () -> FsDatasetTestUtil.getReplicas(node.dataset(), pool) == null);
      node.fault.answer();
      assertThat(shutdown.get(120_000)).isTrue();
      assertThatThrownBy(() -> stuck.get(120_000))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was removed");
      assertThat(FsDatasetTestUtil.getReplicas(node.dataset(), pool)).isNullOrEmpty();
    }
  }
}
