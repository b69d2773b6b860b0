package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** Starts of a DataNode on what a crash or a power cut has left of replicas being written. */
@Timeout(180)
class InterruptedWritesTest {
  private static final Path FILE = new Path(OneNode.SSD, "f");

  /** One chunk and a part of the next. */
  private static final int SYNCED_BYTES = 700;

  private static final DataChecksum CRC =
      DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

  @TempDir File folder;

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new SplittableRandom(1).nextBytes(content);
    return content;
  }

  /** A replica's two files. */
  private record Pair(File data, File meta) {
    static Pair of(OneNode node) throws Exception {
      ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, FILE);
      @SuppressWarnings("deprecation") // what takes its place copies
      LocalReplica replica =
          (LocalReplica) node.datanode.getFSDataset().getReplica(node.pool(), block.getBlockId());
      return new Pair(replica.getBlockFile(), replica.getMetaFile());
    }

    /** Names of the files in another folder. */
    Pair in(File folder) {
      return new Pair(new File(folder, data.getName()), new File(folder, meta.getName()));
    }
  }

  private interface Damage {
    void to(Pair open) throws Exception;
  }

  private static Configuration configuration(boolean ours) {
    Configuration conf = OneNode.configuration(ours);
    if (ours) {
      // A sync of a busy machine's disk may take a second
      conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    }
    return conf;
  }

  /** What a reader finds of a file that was synced and open when its DataNode went down. */
  private byte[] foundAfter(boolean ours, Damage damage) throws Exception {
    try (OneNode node = new OneNode(folder, configuration(ours))) {
      FSDataOutputStream writer = node.fs.create(FILE);
      writer.write(content(SYNCED_BYTES));
      writer.hsync();
      return foundAfterRestart(node, writer, damage);
    }
  }

  private static byte[] foundAfterRestart(OneNode node, FSDataOutputStream writer, Damage damage)
      throws Exception {
    Pair open = Pair.of(node);
    DataNodeProperties stopped = node.cluster.stopDataNode(0);
    IOUtils.closeStream(writer);
    forgetCleanEnd(open.data());
    damage.to(open);
    node.cluster.restartDataNode(stopped);
    node.cluster.waitActive();
    Waits.until("the lease is recovered", Duration.ofMinutes(2), () -> node.fs.recoverLease(FILE));
    return DFSTestUtil.readFileAsBytes(node.fs, FILE);
  }

  /** As the kernel may leave it that wrote back data, and not yet their checksums. */
  private static void dataAhead(Pair open) throws Exception {
    Files.write(
        open.data().toPath(),
        Arrays.copyOfRange(content(3000), SYNCED_BYTES, 3000),
        StandardOpenOption.APPEND);
  }

  @Test
  void allThatWasSyncedIsThereIfDataAreAheadOfTheirChecksums() throws Exception {
    assertThat(foundAfter(true, InterruptedWritesTest::dataAhead)).isEqualTo(content(SYNCED_BYTES));
  }

  @Test
  void stockLosesTheSyncedPartOfTheLastChunk() throws Exception {
    assertThat(foundAfter(false, InterruptedWritesTest::dataAhead)).hasSize(512);
  }

  /** As a disk that was without power while its DataNode ran on. */
  @Test
  void aVolumeThatComesBackKeepsWhatWasSynced() throws Exception {
    Configuration conf = configuration(true);
    conf.set(DatanodeKeys.RETURN_DELAY.name(), "0");
    try (OneNode node = new OneNode(folder, conf)) {
      FSDataOutputStream writer = node.fs.create(FILE);
      writer.write(content(SYNCED_BYTES));
      writer.hsync();
      ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, FILE);
      Pair open = Pair.of(node);
      String volumes = node.datanode.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
      String others =
          Arrays.stream(volumes.split(",", -1))
              .filter(volume -> !open.data().getPath().startsWith(pathOf(volume)))
              .collect(Collectors.joining(","));
      node.datanode.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, others);
      IOUtils.closeStream(writer);
      dataAhead(open);
      node.datanode.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, volumes);
      assertThat(node.dataset().getReplicaString(node.pool(), block.getBlockId()))
          .contains("RWR", "= " + SYNCED_BYTES);
    }
  }

  /** A volume is configured as its type in brackets and its URI. */
  private static String pathOf(String volume) {
    return URI.create(volume.substring(volume.indexOf(']') + 1)).getPath();
  }

  /**
   * As ext4 may leave what is written on after a sync: longer within its last block without the
   * data, with good blocks after that.
   */
  private static void zerosInTheTail(Pair open) throws Exception {
    byte[] written = content(20_000);
    ByteBuffer sums = ByteBuffer.allocate(CRC.getChecksumSize(written.length));
    CRC.calculateChunkedSums(ByteBuffer.wrap(written), sums);
    Arrays.fill(written, SYNCED_BYTES, 4096, (byte) 0);
    // The attributes stay: a file that was there is written over
    Files.write(open.data().toPath(), written);
    try (RandomAccessFile meta = new RandomAccessFile(open.meta(), "rw")) {
      meta.seek(BlockMetadataHeader.getHeaderSize());
      meta.write(sums.array());
    }
  }

  @Test
  void allThatWasSyncedIsThereIfTheMiddleOfTheTailIsNot() throws Exception {
    assertThat(foundAfter(true, InterruptedWritesTest::zerosInTheTail))
        .isEqualTo(content(SYNCED_BYTES));
  }

  @Test
  void stockLosesTheReplicaIfTheMiddleOfTheTailIsNotThere() {
    assertThatThrownBy(() -> foundAfter(false, InterruptedWritesTest::zerosInTheTail))
        .isInstanceOf(IOException.class);
  }

  /** The chunk that was synced half is the last one, and only its checksum came. */
  private static void checksumAhead(Pair open) throws Exception {
    CRC.reset();
    CRC.update(content(900), 512, 388);
    try (RandomAccessFile meta = new RandomAccessFile(open.meta(), "rw")) {
      meta.seek(BlockMetadataHeader.getHeaderSize() + CRC.getChecksumSize());
      meta.writeInt((int) CRC.getValue());
    }
  }

  @Test
  void allThatWasSyncedIsThereIfAChecksumIsAheadOfItsData() throws Exception {
    assertThat(foundAfter(true, InterruptedWritesTest::checksumAhead))
        .isEqualTo(content(SYNCED_BYTES));
  }

  @Test
  void allThatWasClosedIsThereIfAnAppendsChecksumIsAheadOfItsData() throws Exception {
    try (OneNode node = new OneNode(folder, configuration(true))) {
      DFSTestUtil.writeFile(node.fs, FILE, content(SYNCED_BYTES));
      FSDataOutputStream writer = node.fs.append(FILE);
      writer.write(1);
      writer.hflush();
      assertThat(
              foundAfterRestart(
                  node,
                  writer,
                  open -> {
                    checksumAhead(open);
                    Files.write(open.data().toPath(), content(SYNCED_BYTES));
                  }))
          .isEqualTo(content(SYNCED_BYTES));
    }
  }

  @Test
  void aFinalizationThatWasInterruptedIsTakenBack() throws Exception {
    assertThat(
            foundAfter(
                true,
                open -> {
                  File rbw = open.data().getParentFile();
                  File leaf =
                      new File(rbw.getParentFile(), "finalized/subdir0/subdir0"); // of first blocks
                  Files.createDirectories(leaf.toPath());
                  Files.move(open.meta().toPath(), open.in(leaf).meta().toPath());
                }))
        .isEqualTo(content(SYNCED_BYTES));
  }

  @Test
  void anAppendThatWasInterruptedIsBroughtToItsEnd() throws Exception {
    try (OneNode node = new OneNode(folder, configuration(true))) {
      DFSTestUtil.writeFile(node.fs, FILE, content(SYNCED_BYTES));
      Pair finalized = Pair.of(node);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, FILE);
      DataNodeProperties stopped = node.cluster.stopDataNode(0);
      forgetCleanEnd(finalized.data());
      File rbw = new File(poolFolder(finalized.data()), "rbw");
      String meta = block.getBlockName() + "_" + (block.getGenerationStamp() + 1) + ".meta";
      Files.move(finalized.meta().toPath(), new File(rbw, meta).toPath());
      node.cluster.restartDataNode(stopped);
      node.cluster.waitActive();
      FsDatasetSpi<?> dataset = node.cluster.getDataNodes().get(0).getFSDataset();
      assertThat(dataset.getReplicaString(node.pool(), block.getBlockId()))
          .contains("RWR", "= " + SYNCED_BYTES);
      assertThat(finalized.in(rbw).data()).hasBinaryContent(content(SYNCED_BYTES));
      assertThat(finalized.data()).doesNotExist();
    }
  }

  /** Without the list of replicas that only a DataNode writes which is shut down. */
  private static void forgetCleanEnd(File replica) throws Exception {
    Files.deleteIfExists(new File(poolFolder(replica), "replicas").toPath());
  }

  private static File poolFolder(File replica) {
    File folder = replica.getParentFile();
    while (folder.getName().startsWith("subdir")) {
      folder = folder.getParentFile();
    }
    return folder.getParentFile();
  }
}
