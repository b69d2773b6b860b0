package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.InterDatanodeProtocol;
import org.apache.hadoop.ipc.RPC;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.waits.Waits;

/**
 * Calls of clients and other DataNodes while one volume does not answer: few threads answer them
 * for all volumes.
 */
@Timeout(240)
class RemoteCallsTest {
  private static final int HANDLERS = 4;
  private static final int RPC_TIMEOUT_MS = 600_000;
  private static final long LONG_MS = 60_000;

  @TempDir static File folder;
  private static OneNode node;
  private static ClientDatanodeProtocol client;
  private static InterDatanodeProtocol otherNode;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_HANDLER_COUNT_KEY, HANDLERS);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "2s");
    conf.set(DatanodeKeys.HANG_CHECK_INTERVAL.name(), "1h");
    node = new OneNode(folder, conf);
    client =
        DFSUtilClient.createClientDatanodeProtocolProxy(
            node.datanode.getDatanodeId(), conf, RPC_TIMEOUT_MS, false);
    otherNode =
        DataNode.createInterDataNodeProtocolProxy(
            node.datanode.getDatanodeId(), conf, RPC_TIMEOUT_MS, false);
  }

  @AfterEach
  void answer() {
    node.fault.answer();
  }

  @AfterAll
  static void stop() throws Exception {
    node.fault.answer();
    RPC.stopProxy(client);
    RPC.stopProxy(otherNode);
    node.close();
  }

  /** Blocks made one after the other lie in one directory. */
  private static ExtendedBlock emptyReplica(boolean finalized) throws IOException {
    ExtendedBlock b = node.newBlock();
    OneNode.makeFiles(node.dataset().createRbw(StorageType.DISK, "", b, false, 0));
    b.setNumBytes(0);
    if (finalized) {
      node.dataset().finalizeBlock(b, false);
    }
    return b;
  }

  private static ExtendedBlock onSsd() throws Exception {
    Path file = new Path(OneNode.SSD, "f" + System.nanoTime());
    DFSTestUtil.createFile(node.fs, file, 100, (short) 1, 1);
    return DFSTestUtil.getFirstBlock(node.fs, file);
  }

  /** A rename that does not come back; a frozen file system still reads. */
  private static Background<?> stuckFinalization(ExtendedBlock block) throws Exception {
    node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.MOVE));
    Background<?> finalization =
        new Background<>(
            "finalization",
            () -> {
              node.dataset().finalizeBlock(block, false);
              return true;
            });
    Waits.until(
        "the finalization is stuck", Duration.ofMillis(LONG_MS), () -> node.fault.stuck() > 0);
    return finalization;
  }

  private static <T> List<Background<T>> start(int times, Callable<T> call) {
    List<Background<T>> calls = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      calls.add(new Background<>("remote call " + i, call));
    }
    return calls;
  }

  @Test
  void aLookAtAReplicaDoesNotWaitForIoBesideIt() throws Exception {
    ExtendedBlock sibling = emptyReplica(true);
    Background<?> finalization = stuckFinalization(emptyReplica(false));
    for (Background<Long> call :
        start(HANDLERS + 1, () -> client.getReplicaVisibleLength(sibling))) {
      assertThat(call.get(LONG_MS)).isZero();
    }
    assertThat(node.dataset().getStoredBlock(node.pool(), sibling.getBlockId())).isNotNull();
    node.fault.answer();
    finalization.get(LONG_MS);
  }

  @Test
  void aRecoveryHoldsNoReaderOfItsVolumeUp() throws Exception {
    ExtendedBlock other = emptyReplica(true);
    Callable<?> recovery = StuckOperation.INIT_REPLICA_RECOVERY.prepare(node);
    Background<?> finalization = stuckFinalization(emptyReplica(false));
    Background<?> recovering = new Background<>("recovery", recovery);
    Waits.until(
        "the recovery is done or waits",
        Duration.ofMillis(LONG_MS),
        () -> recovering.isDone() || recovering.thread().getState() != Thread.State.RUNNABLE);
    Background<Integer> read =
        new Background<>(
            "read",
            () -> {
              try (InputStream in = node.dataset().getBlockInputStream(other, 0)) {
                return in.read();
              }
            });
    assertThat(read.get(LONG_MS)).isEqualTo(-1);
    recovering.get(LONG_MS);
    node.fault.answer();
    finalization.get(LONG_MS);
  }

  @Test
  void oneVolumeDoesNotTakeAllThreadsThatAnswer() throws Exception {
    ExtendedBlock onSsd = onSsd();
    List<ExtendedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < HANDLERS; i++) {
      blocks.add(StuckOperation.INIT_REPLICA_RECOVERY.beingWritten(node));
    }
    node.fault.hang(node.volume(StorageType.DISK), VolumeFault.ALL);
    List<Background<?>> recoveries = new ArrayList<>();
    for (ExtendedBlock block : blocks) {
      recoveries.add(
          new Background<>(
              "recovery of " + block,
              () -> otherNode.initReplicaRecovery(StuckOperation.recovering(block))));
    }
    Waits.until(
        "half of the threads are stuck, or all",
        Duration.ofMillis(LONG_MS),
        () -> node.fault.stuck() >= HANDLERS / 2);
    Background<Long> length = start(1, () -> client.getReplicaVisibleLength(onSsd)).get(0);
    assertThat(length.get(LONG_MS)).isEqualTo(100);
    // One that is only slow refuses nobody
    VolumeState disk = node.state(StorageType.DISK);
    Waits.until(
        "the volume is found not to answer",
        Duration.ofMillis(LONG_MS),
        () -> disk.judgement().isStuck() || recoveries.stream().anyMatch(Background::isDone));
    assertThat(disk.judgement().isStuck()).isTrue();
    Waits.until(
        "the others are refused",
        Duration.ofMillis(LONG_MS),
        () -> recoveries.stream().filter(Background::isDone).count() == HANDLERS / 2);

    node.fault.answer();
    int refused = 0;
    for (Background<?> recovery : recoveries) {
      try {
        recovery.get(LONG_MS);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("remote calls are waiting for");
        refused++;
      }
    }
    assertThat(refused).isEqualTo(HANDLERS / 2);
    // What was counted in was counted out
    for (ExtendedBlock block : blocks) {
      assertThat(client.getReplicaVisibleLength(block)).isEqualTo(block.getNumBytes());
    }
  }

  /**
   * Else recoveries of what lies on the volume would be refused until the DataNode is restarted.
   */
  @Test
  void aCallThatFailsGivesItsPlaceBack() throws Exception {
    // One without a writer: a recovery that fails would stay the writer, which the next one joins
    ExtendedBlock block = emptyReplica(true);
    RecoveringBlock outdated =
        new RecoveringBlock(block, new DatanodeInfo[0], block.getGenerationStamp());
    for (int i = 0; i < HANDLERS; i++) {
      assertThatThrownBy(() -> otherNode.initReplicaRecovery(outdated))
          .isInstanceOf(IOException.class)
          .hasMessageNotContaining("remote calls are waiting for");
    }
    assertThat(otherNode.initReplicaRecovery(StuckOperation.recovering(block)).getNumBytes())
        .isZero();
  }

  @Test
  void aRecoveryDoesNotWaitForEverForItsBlock() throws Exception {
    ExtendedBlock block = emptyReplica(false);
    Background<?> finalization = stuckFinalization(block);
    Background<?> recovery =
        new Background<>(
            "recovery", () -> otherNode.initReplicaRecovery(StuckOperation.recovering(block)));
    assertThatThrownBy(() -> recovery.get(LONG_MS)).hasMessageContaining("takes longer than 2000");
    node.fault.answer();
    finalization.get(LONG_MS);
  }
}
