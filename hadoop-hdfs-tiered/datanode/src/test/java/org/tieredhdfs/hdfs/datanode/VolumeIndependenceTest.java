package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** One hung volume and ordinary re-replication, behind which all others queue on stock. */
class VolumeIndependenceTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final long HANG_MS = 4_000;

  /** So many that each may wait for little more than a second if all are to be served in time. */
  private static final int USES = 50;

  private static final long PATIENCE_MS = 60_000;

  @TempDir File folder;

  /** The DISK volume of a node hangs, under a writer, and another block is copied to the SSD. */
  private record Hang(
      OneNode node, Path warm, Path slow, Background<Boolean> writer, Background<Boolean> copy) {
    static Hang begin(OneNode node) throws Exception {
      Path warm = new Path(OneNode.SSD, "warm");
      DFSTestUtil.createFile(node.fs, warm, FILE_BYTES, (short) 1, 1);
      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.CHANGES);
      Path slow = new Path(OneNode.DISK, "slow");
      Background<Boolean> writer =
          new Background<>(
              "writer to the hung volume",
              () -> {
                DFSTestUtil.createFile(node.fs, slow, FILE_BYTES, (short) 1, 2);
                return true;
              });
      Waits.until(
          "a writer is stuck", Duration.ofMillis(PATIENCE_MS), () -> node.fault.stuck() > 0);
      Background<Boolean> copy =
          new Background<>(
              "re-replication",
              () -> {
                try (ReplicaHandler handler =
                    node.datanode
                        .getFSDataset()
                        .createTemporary(
                            StorageType.SSD,
                            node.volume(StorageType.SSD).getStorageID(),
                            node.newBlock(),
                            false)) {
                  return handler.getReplica() != null;
                }
              });
      Thread.sleep(200);
      return new Hang(node, warm, slow, writer, copy);
    }

    /** Writes to the SSD volume and reads from it, again and again. */
    Background<Boolean> users() {
      return new Background<>(
          "users of the SSD volume",
          () -> {
            for (int i = 0; i < USES; i++) {
              Path file = new Path(OneNode.SSD, "f" + i);
              DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 3);
              assertThat(DFSTestUtil.readFileAsBytes(node.fs, warm)).hasSize(FILE_BYTES);
            }
            return true;
          });
    }

    void end() throws Exception {
      boolean stillStuck = node.fault.stuck() > 0;
      node.fault.answer();
      assertThat(stillStuck).isTrue();
      assertThat(copy.get(PATIENCE_MS)).isTrue();
      assertThat(writer.get(PATIENCE_MS)).isTrue();
      assertThat(DFSTestUtil.readFile(node.fs, slow)).isNotEmpty();
    }
  }

  @Test
  void stockStallsEveryVolume() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      Hang hang = Hang.begin(node);
      Background<Boolean> users = hang.users();
      Thread.sleep(HANG_MS);
      assertThat(users.isDone()).isFalse();
      hang.end();
      assertThat(users.get(PATIENCE_MS)).isTrue();
    }
  }

  @Test
  void ourOtherVolumesGoOn() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      Hang hang = Hang.begin(node);
      assertThat(hang.users().get(PATIENCE_MS)).isTrue();
      hang.end();
      Waits.until(
          "no lock is left",
          Duration.ofMillis(PATIENCE_MS),
          () ->
              node.dataset().guards().locks().heldLocks() == 0
                  && node.dataset().guards().locks().lockedBlocks() == 0);
    }
  }

  @Test
  void heartbeatsAndReportsNeverWaitForAVolume() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      Path file = new Path(OneNode.DISK, "f");
      DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 1);
      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.ALL);
      Background<byte[]> reader =
          new Background<>(
              "reader of the hung volume", () -> DFSTestUtil.readFileAsBytes(node.fs, file));
      Waits.until(
          "a reader is stuck", Duration.ofMillis(PATIENCE_MS), () -> node.fault.stuck() > 0);

      assertThat(
              OneNode.timeMs(
                  () -> {
                    DataNodeTestUtils.triggerHeartbeat(node.datanode);
                    DataNodeTestUtils.triggerBlockReport(node.datanode);
                    return null;
                  }))
          .isLessThan(10_000);
      Waits.until(
          "the hang is found",
          Duration.ofMillis(PATIENCE_MS),
          () -> node.isOutOfUse(StorageType.DISK));
      assertThat(OneNode.timeMs(() -> node.dataset().getStorageReports(node.pool())))
          .isLessThan(5_000);
      assertThat(OneNode.timeMs(() -> node.dataset().getVolumeInfoMap())).isLessThan(5_000);
      for (StorageReport report : node.dataset().getStorageReports(node.pool())) {
        boolean hung = report.getStorage().getStorageType() == StorageType.DISK;
        assertThat(report.getRemaining() == 0).as("%s", report.getStorage()).isEqualTo(hung);
        assertThat(report.getCapacity()).isPositive();
      }
      node.fault.answer();
      assertThat(reader.get(PATIENCE_MS)).hasSize(FILE_BYTES);
    }
  }
}
