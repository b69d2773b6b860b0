package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** Operations that stop the writer of a block: it needs the block's lock to come to its end. */
class HangingWriterTest {
  /** Whole checksum chunks: stock loses the last partial one when a write is cut off inside it. */
  private static final byte[] DATA = new byte[200 * 512];

  @TempDir File folder;
  private OneNode node;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set("dfs.datanode.xceiver.stop.timeout.millis", "6000");
    // What is to be shown here must not be refused for another reason
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    node = new OneNode(folder, conf);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private ExtendedBlock withStamp(ExtendedBlock block, long stamp) {
    ExtendedBlock other = new ExtendedBlock(block);
    other.setGenerationStamp(stamp);
    return other;
  }

  @Test
  void createTemporaryStopsAWriterThatUnfinalizes() throws Exception {
    ExtendedBlock old = node.newBlock();
    CountDownLatch created = new CountDownLatch(1);
    Background<Boolean> writer =
        new Background<>(
            "writer",
            () -> {
              try (ReplicaHandler handler =
                  node.dataset().createTemporary(StorageType.SSD, "", old, false)) {
                assertThat(handler.getReplica()).isNotNull();
                created.countDown();
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                // What a receiver does when it is told to stop, its thread still interrupted
                Thread.currentThread().interrupt();
                node.dataset().unfinalizeBlock(old);
              }
              return true;
            });
    assertThat(created.await(30, TimeUnit.SECONDS)).isTrue();
    ExtendedBlock newer = withStamp(old, old.getGenerationStamp() + 1);
    long tookMs =
        OneNode.timeMs(
            () -> {
              node.dataset().createTemporary(StorageType.SSD, "", newer, true).close();
              return null;
            });
    assertThat(tookMs).isLessThan(10_000);
    assertThat(writer.get(30_000)).isTrue();
    assertThat(node.dataset().getReplicaString(old.getBlockPoolId(), old.getBlockId()))
        .contains("_" + newer.getGenerationStamp());
    assertThat(node.dataset().guards().locks().lockedBlocks()).isZero();
  }

  @Test
  void reReplicationOverACopyWhoseWriterHangsFailsInTimeAndSucceedsAfterwards() throws Exception {
    ExtendedBlock old = node.newBlock();
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    CountDownLatch ready = new CountDownLatch(1);
    CountDownLatch hung = new CountDownLatch(1);
    Background<Boolean> writer =
        new Background<>(
            "writer",
            () -> {
              try (ReplicaHandler handler =
                      node.dataset().createTemporary(StorageType.DISK, "", old, false);
                  ReplicaOutputStreams streams =
                      handler.getReplica().createStreams(true, checksum)) {
                ready.countDown();
                hung.await();
                streams.writeDataToDisk(DATA, 0, DATA.length);
              }
              node.dataset().unfinalizeBlock(old);
              return true;
            });
    assertThat(ready.await(30, TimeUnit.SECONDS)).isTrue();
    node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.WRITE));
    hung.countDown();
    Waits.until("the writer is stuck", Duration.ofMinutes(1), () -> node.fault.stuck() > 0);
    ExtendedBlock newer = withStamp(old, old.getGenerationStamp() + 1);
    Background<Boolean> copy =
        new Background<>(
            "re-replication",
            () -> {
              node.dataset().createTemporary(StorageType.SSD, "", newer, true).close();
              return true;
            });
    Thread.sleep(300);
    // It is joining the writer now; another block can be copied to any other volume meanwhile
    assertThat(copy.isDone()).isFalse();
    ExtendedBlock other = node.newBlock();
    node.dataset().createTemporary(StorageType.SSD, "", other, false).close();
    assertThat(copy.isDone()).isFalse();
    assertThatThrownBy(() -> copy.get(20_000)).isInstanceOf(IOException.class);

    node.fault.answer();
    assertThat(writer.get(30_000)).isTrue();
    node.dataset().createTemporary(StorageType.SSD, "", newer, true).close();
    assertThat(node.dataset().getReplicaString(old.getBlockPoolId(), old.getBlockId()))
        .contains("_" + newer.getGenerationStamp());
    assertThat(node.dataset().guards().locks().lockedBlocks()).isZero();
  }

  /** Hangs the volume of an open file, and has it written until its writer is stuck. */
  private Background<Boolean> writeIntoAHang(FSDataOutputStream out) throws Exception {
    node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.WRITE));
    Background<Boolean> client =
        new Background<>(
            "client",
            () -> {
              out.write(DATA);
              out.hflush();
              return true;
            });
    Waits.until("the writer is stuck", Duration.ofMinutes(1), () -> node.fault.stuck() > 0);
    return client;
  }

  /** Such an order may have waited for a heartbeat until the file was appended to. */
  @Test
  void aRecoveryOfThePastStopsNoWriter() throws Exception {
    try (FSDataOutputStream out = node.fs.create(new Path(OneNode.DISK, "f"), (short) 1)) {
      out.write(DATA);
      out.hflush();
      ExtendedBlock block =
          DFSTestUtil.getAllBlocks(node.fs, new Path(OneNode.DISK, "f")).get(0).getBlock();
      for (long past : new long[] {0, block.getGenerationStamp()}) {
        RecoveringBlock order = new RecoveringBlock(block, new DatanodeInfo[0], past);
        assertThatThrownBy(() -> node.dataset().initReplicaRecovery(order))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("is older than");
      }
      out.write(DATA);
      out.hflush();
      assertThat(DFSTestUtil.getAllBlocks(node.fs, new Path(OneNode.DISK, "f")).get(0).getBlock())
          .isEqualTo(block);
    }
  }

  @Test
  void recoveryOfAWriterStuckInIoHoldsNobodyUpAndSucceedsAfterwards() throws Exception {
    Path file = new Path(OneNode.DISK, "f");
    FSDataOutputStream out = node.fs.create(file, (short) 1);
    out.write(DATA);
    out.hflush();
    LocatedBlock located = DFSTestUtil.getAllBlocks(node.fs, file).get(0);
    ExtendedBlock block = located.getBlock();
    Background<Boolean> client = writeIntoAHang(out);

    long newStamp = block.getGenerationStamp() + 1;
    Background<Boolean> recovery =
        new Background<>(
            "recovery",
            () -> {
              node.dataset().recoverRbw(block, newStamp, 0, Long.MAX_VALUE).close();
              return true;
            });
    Thread.sleep(500);
    // It is joining the writer now; the block must not be locked meanwhile
    assertThat(recovery.isDone()).isFalse();
    node.dataset().unfinalizeBlock(block);
    assertThat(recovery.isDone()).isFalse();
    assertThatThrownBy(() -> recovery.get(30_000))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("timed out");

    node.fault.answer();
    Waits.until(
        "recovery succeeds when the volume answers",
        Duration.ofMinutes(1),
        () -> {
          try {
            node.dataset().recoverRbw(block, newStamp, 0, Long.MAX_VALUE).close();
            return true;
          } catch (IOException e) {
            return false;
          }
        });
    assertThat(node.dataset().getReplicaString(block.getBlockPoolId(), block.getBlockId()))
        .contains("_" + newStamp);
    assertThat(client.thread().isAlive() || client.isDone()).isTrue();
    Waits.until(
        "no lock is left",
        Duration.ofMinutes(1),
        () -> node.dataset().guards().locks().lockedBlocks() == 0);
  }

  @Test
  void whatWasAcknowledgedBeforeAHangIsThereAfterRestartRecoveryAndAppend() throws Exception {
    Path file = new Path(OneNode.DISK, "g");
    FSDataOutputStream out = node.fs.create(file, (short) 1);
    out.write(DATA);
    out.hflush();
    ExtendedBlock block = DFSTestUtil.getAllBlocks(node.fs, file).get(0).getBlock();
    Background<Boolean> client = writeIntoAHang(out);
    RecoveringBlock recovering =
        new RecoveringBlock(block, new DatanodeInfo[0], block.getGenerationStamp() + 1);
    assertThatThrownBy(() -> node.dataset().initReplicaRecovery(recovering))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("timed out");
    node.fault.answer();
    long acknowledged = (long) DATA.length + (hasSucceeded(client) ? DATA.length : 0L);

    node.cluster.restartDataNode(0, true);
    node.cluster.waitActive();
    Waits.until("the lease is recovered", Duration.ofMinutes(3), () -> node.fs.recoverLease(file));
    long length = node.fs.getFileStatus(file).getLen();
    assertThat(length).isGreaterThanOrEqualTo(acknowledged);
    try (FSDataOutputStream appended = node.fs.append(file)) {
      appended.write(DATA);
    }
    assertThat(DFSTestUtil.readFileAsBytes(node.fs, file))
        .hasSize((int) length + DATA.length)
        .containsOnly(0);
  }

  private static boolean hasSucceeded(Background<Boolean> client) throws Exception {
    try {
      return client.get(30_000);
    } catch (IOException e) {
      return false;
    }
  }
}
