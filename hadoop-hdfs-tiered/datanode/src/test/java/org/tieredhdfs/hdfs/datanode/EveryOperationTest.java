package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/**
 * The rule of the dataset, operation by operation: while one of them is stuck on one volume, none
 * on another volume waits, nor do heartbeats and reports.
 */
class EveryOperationTest {
  private static final int FILE_BYTES = 20_000;

  /** Far less than a hang, and enough for a busy machine. */
  private static final long PROMPT_MS = 10_000;

  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir static File folder;
  private static OneNode node;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    // What waits must not be let off because the volume is known to hang
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    node = new OneNode(folder, conf);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(300)
  void stuckOnOneVolumeLeavesTheOthersAlone(StuckOperation operation) throws Exception {
    Callable<?> stuck = operation.prepare(node);
    node.fault.hang(node.volume(StorageType.DISK), VolumeFault.ALL);
    try {
      Background<?> caller = new Background<>(operation.name(), stuck);
      Waits.until(operation + " is stuck", Duration.ofMinutes(1), () -> node.fault.stuck() > 0);
      Background<Map<String, Long>> others = new Background<>("others", EveryOperationTest::others);
      Map<String, Long> tookMs = others.get(60_000);
      assertThat(node.fault.stuck()).as("threads still stuck").isPositive();
      assertThat(tookMs).allSatisfy((name, ms) -> assertThat(ms).isLessThan(PROMPT_MS));
      node.fault.answer();
      caller.get(30_000);
    } finally {
      node.fault.answer();
    }
    Waits.until(
        "nothing is left locked",
        Duration.ofMinutes(1),
        () ->
            node.dataset().guards().locks().lockedBlocks() == 0
                && node.dataset().guards().locks().heldLocks() == 0);
  }

  /** What has to go on, and how long each took. */
  private static Map<String, Long> others() throws Exception {
    IndependentFsDataset dataset = node.dataset();
    Map<String, Long> tookMs = new LinkedHashMap<>();
    Path file = new Path(OneNode.SSD, "other" + NAMES.incrementAndGet());
    time(
        tookMs,
        "create, write, close",
        () -> {
          DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 3);
          return true;
        });
    time(
        tookMs,
        "append",
        () -> {
          DFSTestUtil.appendFile(node.fs, file, FILE_BYTES);
          return true;
        });
    time(tookMs, "read", () -> DFSTestUtil.readFileAsBytes(node.fs, file).length);
    ExtendedBlock block = DFSTestUtil.getAllBlocks(node.fs, file).get(0).getBlock();
    ExtendedBlock copy = node.newBlock();
    time(
        tookMs,
        "createTemporary",
        () -> {
          dataset.createTemporary(StorageType.SSD, "", copy, false).close();
          return true;
        });
    time(
        tookMs,
        "unfinalize",
        () -> {
          dataset.unfinalizeBlock(copy);
          return true;
        });
    time(tookMs, "move", () -> dataset.moveBlockAcrossVolumes(block, otherVolume(block)));
    time(tookMs, "delete", () -> node.fs.delete(file, false));
    time(tookMs, "block report", () -> dataset.getBlockReports(node.pool()));
    time(tookMs, "storage reports", () -> dataset.getStorageReports(node.pool()));
    time(tookMs, "figures", () -> dataset.getRemaining() + dataset.getDfsUsed());
    time(
        tookMs,
        "heartbeat",
        () -> {
          DataNodeTestUtils.triggerHeartbeat(node.datanode);
          return true;
        });
    time(
        tookMs,
        "report to the NameNode",
        () -> {
          DataNodeTestUtils.triggerBlockReport(node.datanode);
          return true;
        });
    return tookMs;
  }

  private static FsVolumeImpl otherVolume(ExtendedBlock block) throws Exception {
    String now = node.dataset().getVolume(block).getStorageID();
    return node.dataset().getVolumeList().stream()
        .filter(v -> v.getStorageType() == StorageType.SSD && !v.getStorageID().equals(now))
        .findFirst()
        .orElseThrow();
  }

  private static void time(Map<String, Long> tookMs, String name, Callable<?> call)
      throws Exception {
    tookMs.put(name, OneNode.timeMs(call));
  }
}
