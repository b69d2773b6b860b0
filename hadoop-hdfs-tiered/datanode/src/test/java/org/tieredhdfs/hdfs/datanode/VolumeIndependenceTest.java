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

/** One hung volume and ordinary re-replication: what DESIGN.md calls the convoy. */
class VolumeIndependenceTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final long HANG_MS = 6_000;

  @TempDir File folder;

  /** The longest create + write + close or read on the SSD volume while the DISK volume hangs. */
  private long longestOnSsdMs(OneNode node) throws Exception {
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
    Waits.until("a writer is stuck", Duration.ofSeconds(20), () -> node.fault.stuck() > 0);
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

    Background<Long> probe = new Background<>("user of the SSD volume", () -> probe(node, warm));
    long endNanos = System.nanoTime() + HANG_MS * 1_000_000;
    while (System.nanoTime() - endNanos < 0) {
      Thread.sleep(20);
    }
    boolean stillStuck = node.fault.stuck() > 0;
    node.fault.answer();
    long longestMs = probe.get(30_000);
    assertThat(stillStuck).isTrue();
    assertThat(copy.get(30_000)).isTrue();
    assertThat(writer.get(30_000)).isTrue();
    assertThat(DFSTestUtil.readFile(node.fs, slow)).isNotEmpty();
    return longestMs;
  }

  private static long probe(OneNode node, Path warm) throws Exception {
    long longestMs = 0;
    long endNanos = System.nanoTime() + HANG_MS * 1_000_000;
    for (int i = 0; System.nanoTime() - endNanos < 0; i++) {
      Path file = new Path(OneNode.SSD, "f" + i);
      longestMs =
          Math.max(
              longestMs,
              OneNode.timeMs(
                  () -> {
                    DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 3);
                    return null;
                  }));
      longestMs = Math.max(longestMs, OneNode.timeMs(() -> DFSTestUtil.readFile(node.fs, warm)));
    }
    return longestMs;
  }

  @Test
  void stockStallsEveryVolume() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      assertThat(longestOnSsdMs(node)).isGreaterThan(HANG_MS * 3 / 4);
    }
  }

  @Test
  void ourOtherVolumesGoOn() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      assertThat(longestOnSsdMs(node)).isLessThan(HANG_MS / 2);
      assertThat(node.dataset().guards().locks().heldLocks()).isZero();
      assertThat(node.dataset().guards().locks().lockedBlocks()).isZero();
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
      Waits.until("a reader is stuck", Duration.ofSeconds(20), () -> node.fault.stuck() > 0);

      assertThat(
              OneNode.timeMs(
                  () -> {
                    DataNodeTestUtils.triggerHeartbeat(node.datanode);
                    DataNodeTestUtils.triggerBlockReport(node.datanode);
                    return null;
                  }))
          .isLessThan(10_000);
      Waits.until(
          "the hang is found", Duration.ofSeconds(20), () -> node.state(StorageType.DISK).isHung());
      assertThat(OneNode.timeMs(() -> node.dataset().getStorageReports(node.pool())))
          .isLessThan(5_000);
      assertThat(OneNode.timeMs(() -> node.dataset().getVolumeInfoMap())).isLessThan(5_000);
      for (StorageReport report : node.dataset().getStorageReports(node.pool())) {
        boolean hung = report.getStorage().getStorageType() == StorageType.DISK;
        assertThat(report.getRemaining() == 0).as("%s", report.getStorage()).isEqualTo(hung);
        assertThat(report.getCapacity()).isPositive();
      }
      node.fault.answer();
      assertThat(reader.get(30_000)).hasSize(FILE_BYTES);
    }
  }
}
