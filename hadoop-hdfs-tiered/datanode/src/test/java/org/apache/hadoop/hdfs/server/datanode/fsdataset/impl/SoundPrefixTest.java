package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of files as a power cut may leave them. */
class SoundPrefixTest {
  private static final int CHUNK = 512;
  private static final int HEADER = BlockMetadataHeader.getHeaderSize();

  /** More than one buffer, and no whole number of chunks. */
  private static final int WRITTEN = 300_001;

  /** Within the chunk of 164 * 512 = 83,968. */
  private static final int SYNCED = 84_148;

  @TempDir File folder;

  private final FileIoProvider files = new FileIoProvider(new Configuration(false), null);
  private final byte[] content = new byte[WRITTEN];
  private File data;
  private File meta;

  @BeforeEach
  void fill() {
    new SplittableRandom(7).nextBytes(content);
    data = new File(folder, "blk_1");
    meta = new File(folder, "blk_1_1001.meta");
  }

  private static byte[] checksums(byte[] bytes) throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockMetadataHeader.writeHeader(new DataOutputStream(out), checksum);
    // Hadoop counts one for no bytes at all
    int sumBytes = bytes.length == 0 ? 0 : checksum.getChecksumSize(bytes.length);
    ByteBuffer sums = ByteBuffer.allocate(sumBytes);
    checksum.calculateChunkedSums(ByteBuffer.wrap(bytes), sums);
    out.write(sums.array());
    return out.toByteArray();
  }

  private byte[] content(int bytes) {
    return Arrays.copyOf(content, bytes);
  }

  private void write(byte[] bytes, byte[] sums) throws IOException {
    Files.write(data.toPath(), bytes);
    Files.write(meta.toPath(), sums);
  }

  /** The files with zeros where data were not written back. */
  private void writeWithZeros(int from, int to) throws IOException {
    byte[] holed = content.clone();
    Arrays.fill(holed, from, to, (byte) 0);
    write(holed, checksums(content));
  }

  private void note(int slot, int bytes) throws IOException {
    int last = bytes / CHUNK * CHUNK;
    byte[] sums = checksums(Arrays.copyOfRange(content, last, bytes));
    SyncNotes.write(
        data, slot, new SyncNotes.Note(bytes, ByteBuffer.wrap(sums).getInt(HEADER), true));
  }

  private void recover() throws IOException {
    SoundPrefix prefix = SoundPrefix.of(null, files, data, meta);
    if (prefix != null) {
      prefix.cutTo(prefix.find(0, data.length(), Long.MAX_VALUE));
    }
  }

  /** That both files hold the beginning of what was written, and nothing else. */
  private void assertKept(int bytes) throws IOException {
    assertThat(data).hasBinaryContent(content(bytes));
    assertThat(meta).hasBinaryContent(checksums(content(bytes)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 131_072, 131_073, WRITTEN})
  void whatIsWholeStays(int bytes) throws IOException {
    write(content(bytes), checksums(content(bytes)));
    recover();
    assertKept(bytes);
  }

  @Test
  void zerosInTheMiddleOfTheTailAreCutOffWithAllThatFollows() throws IOException {
    writeWithZeros(86_016, 88_064);
    recover();
    assertKept(86_016);
  }

  @Test
  void withoutANoteTheChunkThatGrewIsLost() throws IOException {
    writeWithZeros(SYNCED, 86_016);
    recover();
    assertKept(83_968);
  }

  @Test
  void whatWasSyncedOfAChunkThatGrewIsKept() throws IOException {
    writeWithZeros(SYNCED, 86_016);
    note(0, SYNCED);
    recover();
    assertKept(SYNCED);
    recover();
    assertKept(SYNCED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theNoteOfASyncThatWasCaughtLeavesThatOfTheOneBefore(int slot) throws IOException {
    writeWithZeros(SYNCED, 86_016);
    note(slot, SYNCED);
    note(1 - slot, SYNCED + 100);
    recover();
    assertKept(SYNCED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ofTwoNotesThatFitTheLongerCounts(int slot) throws IOException {
    writeWithZeros(SYNCED + 100, 86_016);
    note(slot, SYNCED);
    note(1 - slot, SYNCED + 100);
    recover();
    assertKept(SYNCED + 100);
  }

  @Test
  void aTornNoteCountsForNothing() throws IOException {
    writeWithZeros(SYNCED, 86_016);
    SyncNotes.write(data, 0, new SyncNotes.Note(SYNCED, 4711, true));
    SyncNotes.write(data, 1, new SyncNotes.Note(-1, 0, true));
    recover();
    assertKept(83_968);
  }

  @Test
  void aNoteOfAnotherChunkCountsForNothing() throws IOException {
    writeWithZeros(SYNCED, 86_016);
    note(0, SYNCED - CHUNK);
    note(1, SYNCED + CHUNK);
    recover();
    assertKept(83_968);
  }

  @Test
  void aChecksumThatIsOlderThanItsDataTellsWhatWasSynced() throws IOException {
    byte[] sums = checksums(content);
    System.arraycopy(checksums(content(SYNCED)), HEADER + 164 * 4, sums, HEADER + 164 * 4, 4);
    write(content, sums);
    recover();
    assertKept(SYNCED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 7, 400})
  void checksumsThatAreMissingEndTheReplica(int sumBytes) throws IOException {
    write(content, Arrays.copyOf(checksums(content), HEADER + sumBytes));
    recover();
    assertKept(sumBytes / 4 * CHUNK);
  }

  @Test
  void aHeaderThatIsMissingIsNoError() throws IOException {
    write(content, Arrays.copyOf(checksums(content), HEADER - 1));
    recover();
    assertThat(data).hasBinaryContent(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 83_968, 83_970, 84_000})
  void dataThatAreShorterThanWhatWasSyncedAreKeptAsFarAsTheyFit(int bytes) throws IOException {
    write(content(bytes), checksums(content));
    note(0, SYNCED);
    recover();
    assertKept(bytes / CHUNK * CHUNK);
  }

  @Test
  void anEmptyReplicaIsOne() throws IOException {
    write(new byte[0], checksums(new byte[0]));
    recover();
    assertKept(0);
  }

  @Test
  void theStartKeepsWhatWasSyncedOfTheLastChunk() throws IOException {
    int end = 84_300;
    byte[] torn = content(end);
    Arrays.fill(torn, SYNCED, end, (byte) 0);
    write(torn, checksums(content(end)));
    note(0, SYNCED);
    SoundPrefix.cutLastChunk(files, data, meta);
    assertKept(SYNCED);
  }

  @Test
  void theStartKeepsWhatWasSyncedIfTheDataDidNotGrow() throws IOException {
    write(content(SYNCED), checksums(content));
    note(1, SYNCED);
    SoundPrefix.cutLastChunk(files, data, meta);
    assertKept(SYNCED);
  }

  @Test
  void theStartLeavesToTheRecoveryWhatIsNotTheLastChunk() throws IOException {
    writeWithZeros(SYNCED, 86_016);
    try (RandomAccessFile open = new RandomAccessFile(data, "r")) {
      SoundPrefix.cutLastChunk(files, data, meta);
      assertThat(open.length()).isEqualTo(WRITTEN);
    }
  }
}
