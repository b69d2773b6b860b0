package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.HeldCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/**
 * Deletions that the NameNode ordered before it changed its mind: what stock loses by them, and
 * what is lost with ours.
 */
@Timeout(400)
class DeletionOrdersTest {
  private static final Set<OPERATION> DELETIONS = EnumSet.of(OPERATION.DELETE);
  private static final String DIRS = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
  private static final Path FILE = new Path("/f");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir File folder;

  @Test
  @Tag("slow")
  void aVolumeThatReturnsAtOnceCostsStockAllReplicas() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, false)) {
      returnWithAnOrderOnItsWay(two);
      Waits.until("both replicas are deleted", Duration.ofMinutes(2), () -> two.replicas() == 0);
    }
  }

  @Test
  void aVolumeThatReturnsMeetsNoOrderFromBefore() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, true)) {
      returnWithAnOrderOnItsWay(two);
      two.awaitOneReplicaForGood();
    }
  }

  private static void returnWithAnOrderOnItsWay(TwoReplicas two) throws Exception {
    two.create(FILE);
    two.orderDeletionOnFirst(FILE);
    DataNode first = two.node(0);
    String dirs = first.getConf().get(DIRS);
    first.reconfigurePropertyImpl(DIRS, dirs.substring(0, dirs.indexOf(',')));
    Waits.until("one replica is known", PATIENCE, () -> two.known(FILE) == 1);
    two.preferDeletionOn(1);
    Background<Boolean> back =
        new Background<>(
            "return of the volume",
            () -> {
              first.reconfigurePropertyImpl(DIRS, dirs);
              return true;
            });
    Thread.sleep(1_500);
    if (!two.isOurs()) {
      // The NameNode, which then knows of both again, chooses the other one
      Waits.until("the volume is back", PATIENCE, () -> back.isDone() && two.known(FILE) == 2);
    }
    two.heartbeats(true);
    assertThat(back.get(120_000)).isTrue();
  }

  /** What a NameNode that has forgotten its order goes by: if it picks the other one, both go. */
  @Test
  @Tag("slow")
  void stockReportsAReplicaWhoseDeletionWaitsForAHungVolume() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, false)) {
      letAnOrderWait(two);
      assertThat(two.reported(0)).isEqualTo(1);
    }
  }

  @Test
  void aReplicaWhoseDeletionWaitsForAHungVolumeIsNotReported() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, true)) {
      letAnOrderWait(two);
      assertThat(two.reported(0)).isZero();
      two.cluster.restartNameNode(true);
      two.cluster.waitActive();
      Waits.until("nodes are back", Duration.ofMinutes(2), () -> two.known(FILE) > 0);
      two.cluster.triggerBlockReports();
      assertThat(two.known(FILE)).isEqualTo(1);
      assertThat(two.replicasOn(0)).as("waits for its volume").isEqualTo(1);
      two.fault(0).answer();
      Waits.until("the ordered deletion is made", PATIENCE, () -> two.replicasOn(0) == 0);
      two.awaitOneReplicaForGood();
    }
  }

  private static void letAnOrderWait(TwoReplicas two) throws Exception {
    Path other = new Path("/other");
    two.create(other);
    two.create(FILE);
    two.fault(0).hang(two.volume(0), DELETIONS);
    two.fs.delete(other, false);
    Waits.until("a deletion is stuck", PATIENCE, () -> two.fault(0).stuck() > 0);
    Waits.until("the other node has deleted", PATIENCE, () -> two.replicasOn(1) == 1);
    two.orderDeletionOnFirst(FILE);
    two.heartbeats(true);
    Waits.until("the order waits", PATIENCE, () -> two.pendingDeletions(0) == 2);
  }

  @Test
  @Tag("slow")
  void aMovedReplicaReportedBeforeAFetchedOrderIsCarriedOutCostsStockAllReplicas()
      throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, false)) {
      reportWithAFetchedOrder(two);
      Waits.until("both replicas are deleted", Duration.ofMinutes(2), () -> two.replicas() == 0);
    }
  }

  @Test
  void aReportWaitsForFetchedOrders() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, true)) {
      reportWithAFetchedOrder(two);
      two.awaitOneReplicaForGood();
    }
  }

  /** The NameNode learns of a move by a full report, made while a fetched order is not obeyed. */
  private static void reportWithAFetchedOrder(TwoReplicas two) throws Exception {
    // The NameNode forgets its order only if it hears first of the storage that has it no longer
    boolean fromDisk = two.reportedFirst().get(0) == StorageType.DISK;
    two.fs.setStoragePolicy(new Path("/"), fromDisk ? "HOT" : "ALL_SSD");
    two.create(FILE);
    // The one that was moved is where it belongs, so that the other one goes by preference
    two.fs.setStoragePolicy(FILE, fromDisk ? "ALL_SSD" : "HOT");
    ExtendedBlock block = DFSTestUtil.getFirstBlock(two.fs, FILE);
    DataNode first = two.node(0);
    DataNodeTestUtils.pauseIBR(first);
    two.moveOnFirst(block, fromDisk ? StorageType.SSD : StorageType.DISK);
    two.orderDeletionOnFirst(FILE);
    HeldCommands held = new HeldCommands(first, two.pool());
    Background<Boolean> report;
    try {
      held.forgetNews();
      two.heartbeats(true);
      Waits.until("the order is fetched", PATIENCE, () -> !two.isOrderedOfFirst(block));
      report =
          new Background<>(
              "full report",
              () -> {
                DataNodeTestUtils.triggerBlockReport(first);
                return true;
              });
      Thread.sleep(1_500);
      if (!two.isOurs()) {
        Waits.until("the report is sent", PATIENCE, report::isDone);
      }
    } finally {
      held.release();
    }
    assertThat(report.get(120_000)).isTrue();
    DataNodeTestUtils.resumeIBR(first);
  }

  /**
   * The NameNode keeps the block itself in its order, so that an append before the next heartbeat
   * turns it into one for the appended replica. Nothing of the DataNode is involved: stock's own
   * dataset runs here.
   */
  @Test
  void anAppendMakesTheNameNodeDeleteWhatWasAppended() throws Exception {
    try (TwoReplicas two = new TwoReplicas(folder, false)) {
      two.create(FILE);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(two.fs, FILE);
      two.orderDeletionOnFirst(FILE);
      // Only the replica that is to be deleted gets what is appended
      two.fault(1).fail(two.volume(1), 1);
      FSDataOutputStream out = two.fs.append(FILE);
      out.write(new byte[512]);
      out.hflush();
      DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
      two.fault(1).failNoMore();
      assertThat(two.replica(0, block)).doesNotContain("_" + block.getGenerationStamp());
      two.heartbeats(true);
      Waits.until(
          "the appended replica is deleted",
          Duration.ofMinutes(2),
          () -> two.replica(0, block).equals("null"));
    }
  }
}
