package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.RepeatedRecovery;
import org.apache.hadoop.hdfs.server.datanode.ReplicaWaitingToBeRecovered;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that several recoveries want, and that are read once. */
@Timeout(60)
class TornReplicasTest {
  private static final String POOL = "BP-1";
  private static final long GENERATION = 1001;
  private static final int DATA_BYTES = 1000;

  @TempDir File folder;

  private final ReplicaMap replicas = new ReplicaMap();
  private final HeldFiles files = new HeldFiles();
  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final TornReplicas torn = new TornReplicas(replicas, files, 60_000);
  private final ExtendedBlock block = new ExtendedBlock(POOL, 1, 0, GENERATION);

  /** A way to files that counts who begins to read data, and may hold them. */
  private static final class HeldFiles extends FileIoProvider {
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile boolean isBroken;

    HeldFiles() {
      super(new Configuration(false), null);
    }

    @Override
    public FileInputStream openAndSeek(@Nullable FsVolumeSpi volume, File file, long offset)
        throws IOException {
      if (isBroken) {
        throw new IOException("Input/output error");
      }
      if (file.getName().equals("blk_1") && offset == 0) {
        reads.incrementAndGet();
        begun.countDown();
        try {
          held.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      return super.openAndSeek(volume, file, offset);
    }
  }

  /** Data of two chunks, of which the first only has a checksum that fits. */
  @BeforeEach
  void makeReplica() throws IOException {
    byte[] content = new byte[DATA_BYTES];
    Files.write(new File(folder, "blk_1").toPath(), content);
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    try (DataOutputStream meta =
        new DataOutputStream(Files.newOutputStream(new File(folder, "blk_1_1001.meta").toPath()))) {
      BlockMetadataHeader.writeHeader(meta, checksum);
      checksum.update(content, 0, 512);
      meta.writeInt((int) checksum.getValue());
      meta.writeInt(4711);
    }
    when(volume.getFileIoProvider()).thenReturn(files);
    replicas.initBlockPool(POOL);
    replicas.add(POOL, new ReplicaWaitingToBeRecovered(1, DATA_BYTES, GENERATION, volume, folder));
  }

  private static final long FIRST = GENERATION + 1;
  private static final long SECOND = GENERATION + 2;
  private static final long THIRD = GENERATION + 3;

  /**
   * What is told of the replica.
   *
   * @param isAlone whether no other DataNode is asked
   */
  private long told(long recoveryId, boolean isAlone) {
    DatanodeInfo node = DFSTestUtil.getLocalDatanodeInfo();
    DatanodeInfo[] asked = isAlone ? new DatanodeInfo[] {node} : new DatanodeInfo[] {node, node};
    return torn.told(
            new RecoveringBlock(block, asked, recoveryId),
            new ReplicaRecoveryInfo(1, DATA_BYTES, GENERATION, ReplicaState.RWR))
        .getNumBytes();
  }

  @Test
  void aReplicaIsReadOnceAndNothingIsCutOff() throws IOException {
    torn.note(block, torn.read(block));
    assertThat(replicas.get(POOL, 1).getNumBytes()).isEqualTo(DATA_BYTES);
    assertThat(torn.read(block)).isNull();
    assertThat(files.reads).hasValue(1);
    assertThat(new File(folder, "blk_1")).hasSize(DATA_BYTES);
  }

  /** Who accepts a length has verified it: the others, which did, would be replaced by this one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReplicaThatCannotBeReadOrNotInTimeIsTakenAsADamagedOneIs(boolean isSlow)
      throws IOException {
    files.isBroken = !isSlow;
    TornReplicas hasty = new TornReplicas(replicas, files, isSlow ? 0 : 60_000);
    hasty.note(block, hasty.read(block));
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    assertThatThrownBy(() -> hasty.requireSound(block, 512)).isInstanceOf(IOException.class);
    assertThat(told(FIRST, false)).isZero();
    assertThat(told(SECOND, true)).isEqualTo(DATA_BYTES);
    assertThat(hasty.requireSound(block, DATA_BYTES).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  @Test
  void aTornReplicaStandsAsideForOthersTwice() throws IOException {
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    assertThatThrownBy(() -> torn.requireSound(block, DATA_BYTES))
        .hasMessageContaining("only 512 match");
    assertThat(torn.requireSound(block, 512).getNumBytes()).isEqualTo(DATA_BYTES);
    assertThat(told(SECOND, false)).isEqualTo(DATA_BYTES);
    assertThat(told(THIRD, false)).isEqualTo(512);
  }

  @Test
  void theOnlyReplicaTellsWhatIsSound() throws IOException {
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, true)).isEqualTo(512);
    assertThat(torn.requireSound(block, 512).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  /** Its note may be durable before its data are; the note before it is of a sync that was done. */
  @Test
  void aReplicaWhoseLastSyncWasCaughtIsTornAndNotDamaged() throws IOException {
    SyncNotes.write(new File(folder, "blk_1"), 0, new SyncNotes.Note(DATA_BYTES, 4711, true));
    SyncNotes.write(new File(folder, "blk_1"), 1, new SyncNotes.Note(512, 4711, true));
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, true)).isEqualTo(512);
    assertThat(torn.requireSound(block, 512).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  /** Of bytes that were synced stock keeps all, be there a bad chunk among them. */
  @Test
  void aDamagedReplicaStandsAsideTwiceAndIsTakenAsItIsThen() throws IOException {
    SyncNotes.write(new File(folder, "blk_1"), 0, new SyncNotes.Note(DATA_BYTES, 4711, true));
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    assertThatThrownBy(() -> torn.requireSound(block, DATA_BYTES)).isInstanceOf(IOException.class);
    assertThat(told(SECOND, false)).isEqualTo(DATA_BYTES);
    assertThatThrownBy(() -> torn.requireSound(block, DATA_BYTES)).isInstanceOf(IOException.class);
    assertThat(told(THIRD, false)).isEqualTo(DATA_BYTES);
    assertThat(torn.requireSound(block, DATA_BYTES).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  /** A NameNode names one DataNode alone while it takes the others for dead. */
  @Test
  void theOnlyReplicaIsNotTakenInTheFirstRecoveryIfItIsDamaged() throws IOException {
    SyncNotes.write(new File(folder, "blk_1"), 0, new SyncNotes.Note(DATA_BYTES, 4711, true));
    torn.note(block, torn.read(block));
    for (int round = 1; round <= RepeatedRecovery.ROUNDS; round++) {
      assertThat(told(FIRST, true)).isEqualTo(DATA_BYTES);
      assertThatThrownBy(() -> torn.requireSound(block, DATA_BYTES))
          .isInstanceOf(IOException.class);
    }
    assertThat(told(SECOND, true)).isEqualTo(DATA_BYTES);
    assertThat(torn.requireSound(block, DATA_BYTES).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  @Test
  void aDamagedReplicaTellsThatItHasNothingInFurtherRounds() throws IOException {
    SyncNotes.write(new File(folder, "blk_1"), 0, new SyncNotes.Note(DATA_BYTES, 4711, true));
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    for (int round = 2; round < RepeatedRecovery.ROUNDS; round++) {
      assertThat(told(FIRST, false)).isZero();
    }
    assertThatThrownBy(() -> torn.requireSound(block, DATA_BYTES)).isInstanceOf(IOException.class);
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    assertThat(torn.requireSound(block, DATA_BYTES).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  /** Stock asks once for all parts, and one that refuses what it told ends the recovery of all. */
  @Test
  void aDamagedPartOfAStripedBlockIsTakenAsItIsAtOnce() throws IOException {
    long partId = -16;
    for (String file : List.of("blk_1", "blk_1_1001.meta")) {
      Files.move(
          folder.toPath().resolve(file),
          folder.toPath().resolve(file.replace("blk_1", "blk_" + partId)));
    }
    SyncNotes.write(
        new File(folder, "blk_" + partId), 0, new SyncNotes.Note(DATA_BYTES, 4711, true));
    replicas.add(
        POOL, new ReplicaWaitingToBeRecovered(partId, DATA_BYTES, GENERATION, volume, folder));
    ExtendedBlock part = new ExtendedBlock(POOL, partId, 0, GENERATION);
    torn.note(part, torn.read(part));
    assertThat(
            torn.told(
                    new RecoveringBlock(part, null, FIRST),
                    new ReplicaRecoveryInfo(partId, DATA_BYTES, GENERATION, ReplicaState.RWR))
                .getNumBytes())
        .isEqualTo(DATA_BYTES);
    assertThat(torn.requireSound(part, DATA_BYTES).getNumBytes()).isEqualTo(DATA_BYTES);
  }

  @Test
  void aTornReplicaTellsWhatIsSoundInASecondRound() throws IOException {
    torn.note(block, torn.read(block));
    assertThat(told(FIRST, false)).isEqualTo(DATA_BYTES);
    assertThat(told(FIRST, false)).isEqualTo(512);
  }

  @Test
  void aReplicaOfAGenerationThatIsOverIsNotRead() throws IOException {
    assertThat(torn.read(new ExtendedBlock(POOL, 1, 0, GENERATION + 1))).isNull();
    assertThat(files.reads).hasValue(0);
  }

  @Test
  void aReplicaWithoutFilesIsLeftToStock() throws IOException {
    Files.delete(new File(folder, "blk_1_1001.meta").toPath());
    assertThat(torn.read(block)).isNull();
  }

  @Test
  void whatWasFoundCountsForTheReplicaThatWasReadOnly() throws IOException {
    TornReplicas.Finding late = torn.read(block);
    ReplicaWaitingToBeRecovered other =
        new ReplicaWaitingToBeRecovered(1, DATA_BYTES, GENERATION + 1, volume, folder);
    replicas.add(POOL, other);
    torn.note(block, late);
    assertThat(replicas.get(POOL, 1)).isSameAs(other);
  }

  @Test
  void aRecoveryThatComesMeanwhileIsToldToComeAgain() throws Exception {
    files.held = new CountDownLatch(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<TornReplicas.@Nullable Finding> first = thread.submit(() -> torn.read(block));
      files.begun.await();
      assertThatThrownBy(() -> torn.read(block)).isInstanceOf(RecoveryInProgressException.class);
      files.held.countDown();
      assertThat(first.get()).isNotNull();
      assertThat(torn.read(block)).as("it may be read again, as nothing was noted").isNotNull();
    } finally {
      files.held.countDown();
      thread.shutdownNow();
    }
  }

  /** Stress: of many recoveries at once each is sent away or finds the replica checked. */
  @Test
  void recoveriesAtTheSameTimeReadOnce() throws Exception {
    int callers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      for (int round = 0; round < 300; round++) {
        makeReplica();
        CyclicBarrier start = new CyclicBarrier(callers);
        Callable<Boolean> recovery =
            () -> {
              start.await();
              try {
                TornReplicas.Finding finding = torn.read(block);
                synchronized (replicas) {
                  torn.note(block, finding);
                  return told(FIRST, true) == 512;
                }
              } catch (RecoveryInProgressException e) {
                return true;
              }
            };
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
          all.add(threads.submit(recovery));
        }
        for (Future<Boolean> one : all) {
          assertThat(one.get(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(new File(folder, "blk_1")).hasSize(DATA_BYTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
