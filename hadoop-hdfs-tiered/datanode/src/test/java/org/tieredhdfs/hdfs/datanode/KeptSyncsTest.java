package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.io.DataOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.hdfs.transfer.WriteRequest;

/** What is synced, and in which order with renames, when a replica changes that was synced. */
@Timeout(120)
class KeptSyncsTest {
  private static final int BYTES = 700;
  private static final String[] FILES = {"sync data", "sync meta"};
  private static final String[] FINALIZED = {
    "meta to leaf", "data to leaf", "sync leaf", "sync middle", "sync finalized", "sync rbw"
  };

  @TempDir File folder;

  private OneNode node;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, RecordedFactory.class.getName());
    // A sync of a busy machine's disk may take a second
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.set(DatanodeKeys.PATIENCE.name(), "1h");
    node = new OneNode(folder, conf);
    taken();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private RecordedFileIo files() {
    return (RecordedFileIo) node.datanode.getFileIoProvider();
  }

  private List<String> taken() {
    return files().taken();
  }

  private FSDataOutputStream create(String name) throws Exception {
    FSDataOutputStream out = node.fs.create(new Path(OneNode.SSD, name));
    out.write(new byte[BYTES]);
    return out;
  }

  // By a client

  @Test
  void nothingIsSyncedOfAFileThatNobodySynced() throws Exception {
    create("f").close();
    assertThat(taken()).containsExactly("meta to leaf", "data to leaf");
  }

  @Test
  void dataAreSyncedBeforeTheirChecksums() throws Exception {
    try (FSDataOutputStream out = create("f")) {
      out.hsync();
      assertThat(taken()).containsExactly("sync data", "sync meta", "sync rbw");
      out.write(1);
      out.hsync();
      assertThat(taken()).containsExactly(FILES);
    }
  }

  @Test
  void aSyncIsNotedWithoutOpeningAFileThatIsOpen() throws Exception {
    try (FSDataOutputStream out = create("f")) {
      out.hflush();
      assertThat(files().takenOpens()).containsExactly("meta");
      long bytes = BYTES;
      // Within a chunk, to its end, one more, and several packets
      for (int more : new int[] {0, 1, 323, 512, 200_000}) {
        out.write(new byte[more]);
        out.hsync();
        bytes += more;
        assertThat(newestNote()).isEqualTo(note(bytes));
      }
      assertThat(files().takenOpens()).isEmpty();
    }
  }

  /** It is the last one that is durable if the power fails during the next sync. */
  @Test
  void aSyncLeavesTheNoteOfTheOneBefore() throws Exception {
    try (FSDataOutputStream out = create("f")) {
      out.hsync();
      ByteBuffer before = note(BYTES);
      for (int bytes = BYTES + 1; bytes < BYTES + 4; bytes++) {
        out.write(1);
        out.hsync();
        ByteBuffer now = note(bytes);
        assertThat(notes()).containsExactlyInAnyOrder(before, now);
        before = now;
      }
    }
  }

  /** The note of the last sync of the only replica that is being written. */
  private ByteBuffer newestNote() throws Exception {
    return Collections.max(notes(), Comparator.comparing(note -> note.getLong(0)));
  }

  private List<ByteBuffer> notes() throws Exception {
    List<ByteBuffer> notes = new ArrayList<>();
    var attributes = Files.getFileAttributeView(open(false), UserDefinedFileAttributeView.class);
    for (String name : attributes.list()) {
      ByteBuffer note = ByteBuffer.allocate(attributes.size(name));
      attributes.read(name, note);
      notes.add(note.flip());
    }
    return notes;
  }

  /** What it should be: the length, and the last checksum. */
  private ByteBuffer note(long bytes) throws Exception {
    byte[] meta = Files.readAllBytes(open(true));
    int sum = ByteBuffer.wrap(meta).getInt(meta.length - Integer.BYTES);
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(bytes).putInt(sum).flip();
  }

  private java.nio.file.Path open(boolean isMeta) throws Exception {
    try (Stream<java.nio.file.Path> all = Files.walk(folder.toPath())) {
      return all.map(java.nio.file.Path::toFile)
          .filter(file -> file.getParentFile().getName().equals("rbw"))
          .filter(file -> Block.isMetaFilename(file.getName()) == isMeta)
          .findAny()
          .orElseThrow()
          .toPath();
    }
  }

  @Test
  void theNamesOfASyncedFileAreSyncedBeforeItsCloseIsAcknowledged() throws Exception {
    FSDataOutputStream out = create("f");
    out.hsync();
    taken();
    out.close();
    assertThat(taken()).containsExactly(FINALIZED);
  }

  @Test
  void foldersThatWereNamedBeforeAreNotNamedAgain() throws Exception {
    // Of two volumes each has got one
    for (int i = 0; i < 3; i++) {
      taken();
      FSDataOutputStream out = create("f" + i);
      out.hsync();
      out.close();
    }
    assertThat(taken()).endsWith("meta to leaf", "data to leaf", "sync leaf", "sync rbw");
  }

  @Test
  void whatIsWrittenAfterASyncIsSyncedBeforeItGetsItsName() throws Exception {
    FSDataOutputStream out = create("f");
    out.hsync();
    taken();
    out.write(new byte[BYTES]);
    out.close();
    assertThat(taken()).startsWith(FILES).endsWith(FINALIZED);
  }

  @Test
  void anAppendIsDurableBeforeItIsAcknowledged() throws Exception {
    FSDataOutputStream out = create("f");
    out.hsync();
    out.close();
    taken();
    try (FSDataOutputStream appended = node.fs.append(new Path(OneNode.SSD, "f"))) {
      appended.write(1);
      appended.hflush();
      assertThat(taken())
          .containsExactly(
              "meta to rbw", "data to rbw", "sync data", "sync meta", "sync rbw", "sync leaf");
    }
    assertThat(taken()).startsWith(FILES).contains("sync leaf", "sync rbw");
  }

  @Test
  void anAppendToAFileThatNobodySyncedIsNotSyncedEither() throws Exception {
    create("f").close();
    taken();
    try (FSDataOutputStream appended = node.fs.append(new Path(OneNode.SSD, "f"))) {
      appended.write(1);
    }
    assertThat(taken())
        .containsExactly("meta to rbw", "data to rbw", "meta to leaf", "data to leaf");
  }

  /** It has no notes: they are not copied. */
  @Test
  void anAppendToASyncedFileThatWasMovedIsDurable() throws Exception {
    FSDataOutputStream out = create("f");
    out.hsync();
    out.close();
    ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, new Path(OneNode.SSD, "f"));
    node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, "");
    taken();
    node.fs.append(new Path(OneNode.SSD, "f")).close();
    assertThat(taken()).contains(FILES).contains("sync rbw", "sync leaf");
  }

  @Test
  void anAppendAfterALeaseThatWasRecoveredWithoutSyncsHasNoneEither() throws Exception {
    ExtendedBlock block = written(false);
    recoverLease(block, BYTES);
    block.setGenerationStamp(block.getGenerationStamp() + 1);
    taken();
    node.dataset().append(block, block.getGenerationStamp() + 1, BYTES).close();
    assertThat(taken()).containsExactly("meta to rbw", "data to rbw");
  }

  @Test
  void anAppendToACopyFromAnotherNodeIsDurable() throws Exception {
    ExtendedBlock block = node.newBlock();
    write(node.dataset().createTemporary(StorageType.SSD, "", block, false), false);
    block.setNumBytes(BYTES);
    node.dataset().finalizeBlock(block, false);
    taken();
    node.dataset().append(block, block.getGenerationStamp() + 1, BYTES).close();
    assertThat(taken()).contains(FILES).contains("sync rbw", "sync leaf");
  }

  @Test
  void aMoveSyncsTheNewReplicaAndAllFoldersThatNameIt() throws Exception {
    create("f").close();
    ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, new Path(OneNode.SSD, "f"));
    taken();
    node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, "");
    assertThat(taken())
        .containsExactly(
            "sync data",
            "sync meta",
            "meta to leaf",
            "data to leaf",
            "sync leaf",
            "sync middle",
            "sync finalized");
  }

  // By the recoveries that clients and NameNode order

  @Test
  void aPipelineThatIsRecoveredKeepsWhatWasSynced() throws Exception {
    ExtendedBlock block = written(true);
    node.dataset().recoverRbw(block, block.getGenerationStamp() + 1, 0, BYTES).close();
    assertThat(taken()).containsExactly("meta to rbw", "sync data", "sync meta", "sync rbw");
  }

  @Test
  void aPipelineWithoutSyncsIsRecoveredWithoutAny() throws Exception {
    ExtendedBlock block = written(false);
    node.dataset().recoverRbw(block, block.getGenerationStamp() + 1, 0, BYTES).close();
    assertThat(taken()).containsExactly("meta to rbw");
  }

  @Test
  void anAppendThatIsRecoveredKeepsWhatWasSynced() throws Exception {
    ExtendedBlock block = written(true);
    node.dataset().recoverAppend(block, block.getGenerationStamp() + 1, BYTES).close();
    assertThat(taken()).containsExactly("meta to rbw", "sync data", "sync meta", "sync rbw");
  }

  @Test
  void aCloseThatIsRecoveredKeepsWhatWasSynced() throws Exception {
    ExtendedBlock block = written(true);
    node.dataset().recoverClose(block, block.getGenerationStamp() + 1, BYTES);
    assertThat(taken())
        .startsWith("meta to rbw", "meta to leaf", "data to leaf", "sync data", "sync meta")
        .endsWith("sync leaf", "sync middle", "sync finalized", "sync rbw");
  }

  @Test
  void aLeaseThatIsRecoveredKeepsWhatWasSynced() throws Exception {
    recoverLease(written(true), BYTES - 1);
    assertThat(taken())
        .startsWith("meta to rbw", "meta to leaf", "data to leaf", "sync data", "sync meta")
        .endsWith("sync leaf", "sync middle", "sync finalized", "sync rbw");
  }

  @Test
  void aLeaseWithoutSyncsIsRecoveredWithoutAny() throws Exception {
    recoverLease(written(false), BYTES);
    assertThat(taken()).containsExactly("meta to rbw", "meta to leaf", "data to leaf");
  }

  @Test
  void whatAnotherNodeSendsForAPipelineIsSynced() throws Exception {
    transferred();
    assertThat(taken())
        .containsExactly(
            "meta to rbw", "data to rbw", "sync data", "sync meta", "sync rbw", "sync tmp");
  }

  @Test
  void whatAnotherNodeSendsForAPipelineIsNotSyncedIfNobodyHasSyncedIt() throws Exception {
    ExtendedBlock block = transferredUnsynced();
    assertThat(taken()).containsExactly("meta to rbw", "data to rbw");
    node.dataset().finalizeBlock(block, false);
    assertThat(taken()).containsExactly("meta to leaf", "data to leaf");
  }

  @Test
  void theFirstSyncOfAPipelineIsKeptByANodeThatJoinedItBefore() throws Exception {
    ExtendedBlock block = transferredUnsynced();
    long generation = block.getGenerationStamp() + 1;
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    try (ReplicaHandler handler = node.dataset().recoverRbw(block, generation, 0, BYTES);
        ReplicaOutputStreams streams = handler.getReplica().createStreams(false, checksum)) {
      taken();
      streams.syncChecksumOut();
      streams.syncDataOut();
    }
    assertThat(taken()).containsExactly(FILES);
    assertThat(newestNote()).isEqualTo(note(BYTES));
    block.setGenerationStamp(generation);
    node.dataset().finalizeBlock(block, false);
    assertThat(taken()).containsExactly(FINALIZED);
  }

  /** A replica from a node that tells that nobody has synced any of it. */
  private ExtendedBlock transferredUnsynced() throws Exception {
    CachingStrategy caching = new CachingStrategy(true, null);
    WriteRequest request =
        new WriteRequest(BlockConstructionStage.TRANSFER_RBW, 0, 0, BYTES, caching);
    Transfers.begin(new ClientTransfer(mock(Peer.class), "client", 1, request, () -> null));
    try {
      return transferred();
    } finally {
      Transfers.end();
    }
  }

  /** A replica that another node has sent to continue a pipeline. */
  private ExtendedBlock transferred() throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    ExtendedBlock block = node.newBlock();
    write(node.dataset().createTemporary(StorageType.SSD, "", block, true), false);
    block.setNumBytes(BYTES);
    taken();
    node.dataset().convertTemporaryToRbw(block);
    return block;
  }

  @Test
  void aCopyFromAnotherNodeIsNotSynced() throws Exception {
    ExtendedBlock block = node.newBlock();
    write(node.dataset().createTemporary(StorageType.SSD, "", block, false), false);
    block.setNumBytes(BYTES);
    taken();
    node.dataset().finalizeBlock(block, false);
    assertThat(taken()).containsExactly("meta to leaf", "data to leaf");
  }

  private void recoverLease(ExtendedBlock block, int bytes) throws Exception {
    long recoveryId = block.getGenerationStamp() + 1;
    node.dataset().initReplicaRecovery(new RecoveringBlock(block, new DatanodeInfo[0], recoveryId));
    node.dataset().updateReplicaUnderRecovery(block, recoveryId, block.getBlockId(), bytes);
  }

  /** A replica that a client has written, and perhaps synced, as a receiver does it. */
  private ExtendedBlock written(boolean synced) throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    ExtendedBlock block = node.newBlock();
    write(node.dataset().createRbw(StorageType.SSD, "", block, false, 0), synced);
    block.setNumBytes(BYTES);
    taken();
    return block;
  }

  private static void write(ReplicaHandler handler, boolean synced) throws Exception {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    ReplicaInPipeline replica = handler.getReplica();
    try (handler;
        ReplicaOutputStreams streams = replica.createStreams(true, checksum);
        DataOutputStream meta = new DataOutputStream(streams.getChecksumOut())) {
      BlockMetadataHeader.writeHeader(meta, checksum);
      byte[] data = new byte[BYTES];
      ByteBuffer sums = ByteBuffer.allocate(checksum.getChecksumSize(BYTES));
      checksum.calculateChunkedSums(ByteBuffer.wrap(data), sums);
      streams.writeDataToDisk(data, 0, BYTES);
      meta.write(sums.array());
      replica.setNumBytes(BYTES);
      replica.setLastChecksumAndDataLen(BYTES, null);
      replica.setBytesAcked(BYTES);
      if (synced) {
        streams.syncChecksumOut();
        streams.syncDataOut();
      }
    }
  }
}
