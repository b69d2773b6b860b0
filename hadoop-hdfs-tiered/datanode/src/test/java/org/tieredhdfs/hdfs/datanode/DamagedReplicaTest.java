package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClientAdapter;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.waits.Waits;

/** That a recovery keeps what was synced, whatever is damaged in an open file's replicas. */
@Timeout(300)
class DamagedReplicaTest {
  private static final int BYTES = 1 << 19;
  private static final int DAMAGED_AT = 100_000;
  private static final int DAMAGED_SUM_AT = 800;
  private static final int LAST_SUM_AT = 7 + 4 * (BYTES / 512 - 1);
  private static final Path FILE = new Path("/file");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir File folder;

  /** The last one is damaged in its only replica: there stock keeps the length, too. */
  @ParameterizedTest
  @CsvSource({"3,false," + DAMAGED_AT, "3,true," + DAMAGED_SUM_AT, "1,false," + DAMAGED_AT})
  void theLengthIsThatOfTheSync(int replicas, boolean isMeta, int at) throws Exception {
    recover(replicas, BYTES, () -> flipBit(openFiles(isMeta).get(0), at), BYTES, replicas > 1);
  }

  /** Of the last chunk a starting DataNode keeps nothing then, as in stock, which loses it. */
  @ParameterizedTest
  @CsvSource({"false," + (BYTES - 10), "true," + LAST_SUM_AT})
  void theLengthIsThatOfTheSyncWhereTheLastChunkIsDamaged(boolean isMeta, int at) throws Exception {
    recover(3, BYTES, () -> flipBit(openFiles(isMeta).get(0), at), BYTES, true);
  }

  /** Nothing of the second half was synced; the last are damaged in what was, and kept as stock. */
  @ParameterizedTest
  @CsvSource({
    "300000,400000,500000,499712",
    "1000,400000,300000,399872",
    "1000,2000,300000,299520",
    "1000,2000,3000,524288"
  })
  void theLongestSoundBeginningIsTaken(int first, int second, int third, int expected)
      throws Exception {
    recover(
        3,
        BYTES / 2,
        () -> {
          List<File> open = openFiles(false);
          flipBit(open.get(0), first);
          flipBit(open.get(1), second);
          flipBit(open.get(2), third);
        },
        expected,
        expected < BYTES);
  }

  /** Stock takes the damaged replica, as the only one that it is told of. */
  @Test
  void aRecoveryWaitsForThoseThatAreStillBeingStarted() throws Exception {
    Configuration conf = OneNode.configuration(true);
    // As one that is up, but has yet to load its replicas: it answers at once that it has none
    conf.setInt("ipc.client.connect.max.retries", 0);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(3).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      byte[] bytes = open(fs, 3, BYTES);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, FILE);
      List<DataNodeProperties> stopped = stop(cluster, 3);
      flipBit(openFiles(false).get(0), DAMAGED_AT);
      String damaged = openFiles(false).get(0).getPath();
      stopped.sort(Comparator.comparing(node -> !isOf(node, damaged)));
      restart(cluster, stopped.get(0));
      cluster.triggerHeartbeats();
      try (DistributedFileSystem other =
          (DistributedFileSystem) cluster.getNewFileSystemInstance(0)) {
        assertThat(other.recoverLease(FILE)).isFalse();
        FsDatasetSpi<?> first = cluster.getDataNodes().get(0).getFSDataset();
        Waits.until(
            "it is asked for its replica",
            LIMIT,
            () ->
                first.getReplicaString(block.getBlockPoolId(), block.getBlockId()).contains("RUR"));
        for (DataNodeProperties node : stopped.subList(1, 3)) {
          restart(cluster, node);
        }
        Waits.until("the lease is recovered", LIMIT, () -> other.recoverLease(FILE));
        assertThat(DFSTestUtil.readFileAsBytes(other, FILE)).isEqualTo(bytes);
      }
    }
  }

  /** Else what was cut off on purpose counts as damaged, and a recovery waits for another. */
  @Test
  void aTruncationLeavesNoNoteOfWhatWasCutOff() throws Exception {
    truncate(
        fs -> {
          try (FSDataOutputStream out = fs.create(FILE, (short) 1)) {
            out.write(new byte[100]);
            out.hsync();
            out.write(new byte[600]);
            out.hsync();
          }
        },
        List.of(100L, 700L),
        List.of(100L));
  }

  /** The second half was synced, so what is left of it counts as synced. */
  @Test
  void aTruncationLeavesNoNoteThatNothingWasSyncedEither() throws Exception {
    truncate(
        fs -> {
          DFSTestUtil.createFile(fs, FILE, 300, (short) 1, 1);
          try (FSDataOutputStream out = fs.append(FILE)) {
            out.write(new byte[400]);
            out.hsync();
          }
        },
        List.of(-300L, 700L),
        List.of());
  }

  private interface Writing {
    void write(DistributedFileSystem fs) throws IOException;
  }

  private void truncate(Writing writing, List<Long> notedBefore, List<Long> notedAfter)
      throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(OneNode.configuration(true), folder).numDataNodes(1).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      writing.write(fs);
      assertThat(noted(cluster, fs)).containsExactlyInAnyOrderElementsOf(notedBefore);
      assertThat(fs.truncate(FILE, 650)).isFalse();
      Waits.until("it is truncated", LIMIT, () -> fs.isFileClosed(FILE));
      assertThat(noted(cluster, fs)).isEqualTo(notedAfter);
    }
  }

  /** How many bytes were synced, by the notes of the file's only block. */
  private static List<Long> noted(MiniDFSCluster cluster, DistributedFileSystem fs)
      throws IOException {
    File data = cluster.getBlockFile(0, DFSTestUtil.getFirstBlock(fs, FILE));
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(data.toPath(), UserDefinedFileAttributeView.class);
    List<Long> bytes = new ArrayList<>();
    for (String note : view.list()) {
      ByteBuffer value = ByteBuffer.allocate(view.size(note));
      view.read(note, value);
      bytes.add(value.getLong(0));
    }
    return bytes;
  }

  private static boolean isOf(DataNodeProperties node, String file) {
    return Stream.of(node.getDatanode().getConf().getTrimmedStrings("dfs.datanode.data.dir"))
        .anyMatch(volume -> file.startsWith(volume.replaceFirst(".*:", "") + "/"));
  }

  private static byte[] open(DistributedFileSystem fs, int replicas, int syncedBytes)
      throws IOException {
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    FSDataOutputStream out = fs.create(FILE, (short) replicas);
    out.write(bytes, 0, syncedBytes);
    out.hsync();
    out.write(bytes, syncedBytes, BYTES - syncedBytes);
    out.hflush();
    DFSClientAdapter.stopLeaseRenewer(fs);
    return bytes;
  }

  /** On the port where others know it, which a connection may have for a moment. */
  private static void restart(MiniDFSCluster cluster, DataNodeProperties node) throws Exception {
    Waits.until(
        "the port is free",
        LIMIT,
        () -> {
          try {
            return cluster.restartDataNode(node, true);
          } catch (BindException e) {
            return false;
          }
        });
  }

  private static List<DataNodeProperties> stop(MiniDFSCluster cluster, int nodes) {
    List<DataNodeProperties> stopped = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      stopped.add(cluster.stopDataNode(0));
    }
    return stopped;
  }

  private interface Damage {
    void happen() throws IOException;
  }

  private void recover(
      int replicas, int syncedBytes, Damage damage, int expectedBytes, boolean isReadable)
      throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(replicas).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      byte[] bytes = open(fs, replicas, syncedBytes);
      List<DataNodeProperties> stopped = stop(cluster, replicas);
      assertThat(openFiles(false)).hasSize(replicas);
      damage.happen();
      for (DataNodeProperties node : stopped) {
        restart(cluster, node);
      }
      cluster.waitActive();
      try (DistributedFileSystem other =
          (DistributedFileSystem) cluster.getNewFileSystemInstance(0)) {
        Waits.until("the lease is recovered", LIMIT, () -> other.recoverLease(FILE));
        assertThat(other.getFileStatus(FILE).getLen()).isEqualTo(expectedBytes);
        if (isReadable) {
          assertThat(DFSTestUtil.readFileAsBytes(other, FILE))
              .isEqualTo(Arrays.copyOf(bytes, expectedBytes));
          Waits.until("a sound replica takes the place", LIMIT, () -> isOnAll(other, replicas));
        }
      }
    }
  }

  private static boolean isOnAll(DistributedFileSystem fs, int replicas) throws IOException {
    return fs.getFileBlockLocations(FILE, 0, 1)[0].getHosts().length == replicas;
  }

  private List<File> openFiles(boolean areMeta) throws IOException {
    try (Stream<java.nio.file.Path> all = Files.walk(folder.toPath())) {
      return all.map(java.nio.file.Path::toFile)
          .filter(file -> file.getParentFile().getName().equals("rbw"))
          .filter(file -> file.getName().startsWith("blk_"))
          .filter(file -> file.getName().endsWith(".meta") == areMeta)
          .toList();
    }
  }

  private static void flipBit(File file, int offset) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
      open.seek(offset);
      int old = open.read();
      open.seek(offset);
      open.write(old ^ 1);
    }
  }
}
