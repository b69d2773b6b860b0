package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.waits.Waits;

class HungVolumeTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir File folder;

  private static Background<Boolean> write(OneNode node, Path file) {
    return new Background<>(
        "writer of " + file,
        () -> {
          DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 7);
          return true;
        });
  }

  private static long remainingAtNameNode(OneNode node, StorageType type) throws Exception {
    long remaining = 0;
    for (DatanodeStorageReport datanode :
        node.fs.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      for (StorageReport storage : datanode.getStorageReports()) {
        if (storage.getStorage().getStorageType() == type) {
          remaining += storage.getRemaining();
        }
      }
    }
    return remaining;
  }

  @Test
  void isReportedGetsNoBlocksAndComesBackByItself() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      VolumeState disk = node.state(StorageType.DISK);
      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.CHANGES);
      Background<Boolean> stuck = write(node, new Path(OneNode.DISK, "stuck"));
      Waits.until("the hang is found", PATIENCE, disk::isHung);
      assertThat(disk.judgement().isHidden()).as("the only one of its type").isFalse();
      Waits.until("it is out of use", PATIENCE, () -> node.isOutOfUse(StorageType.DISK));
      assertThat(disk.metrics().hangs.value()).isEqualTo(1);
      assertThat(node.state(StorageType.SSD).isHung()).isFalse();

      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      ObjectName name =
          new ObjectName(
              "Hadoop:service=DataNode,name=TieredVolumes-" + node.datanode.getDatanodeUuid());
      assertThat(beans.getAttribute(name, "HungVolumeCount")).isEqualTo(1);
      assertThat(String.valueOf(beans.getAttribute(name, "StuckOperations"))).isNotEmpty();
      assertThat(Objects.requireNonNull(disk.judgement().hang()).report())
          .contains("FileIoProvider")
          .contains("createRbw");

      // That a heartbeat is due is all that triggering it waits for
      DataNodeTestUtils.triggerHeartbeat(node.datanode);
      Waits.until(
          "the NameNode knows of no room",
          PATIENCE,
          () -> remainingAtNameNode(node, StorageType.DISK) == 0);
      assertThat(remainingAtNameNode(node, StorageType.SSD)).isPositive();
      long refusedMs =
          OneNode.timeMs(
              () -> {
                assertThatThrownBy(
                        () ->
                            node.dataset()
                                .createRbw(StorageType.DISK, "", node.newBlock(), false, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("do not answer");
                return null;
              });
      assertThat(refusedMs).isLessThan(10_000);

      node.fault.answer();
      assertThat(stuck.get(30_000)).isTrue();
      Waits.until("the volume is itself again", PATIENCE, () -> !disk.isHung());
      DataNodeTestUtils.triggerHeartbeat(node.datanode);
      Waits.until(
          "the NameNode knows of room",
          PATIENCE,
          () -> remainingAtNameNode(node, StorageType.DISK) > 0);
      assertThat(write(node, new Path(OneNode.DISK, "again")).get(30_000)).isTrue();
      OneNode.awaitIdle(disk);
    }
  }

  @Test
  void takesNoMoreThreadsThanAllowed() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.set(DatanodeKeys.MAX_OPERATIONS.name(), "4");
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "1s");
    try (OneNode node = new OneNode(folder, conf)) {
      VolumeState disk = node.state(StorageType.DISK);
      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.CHANGES);
      List<Background<Boolean>> stuck = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        stuck.add(
            new Background<>(
                "creator " + i,
                () -> {
                  try (ReplicaHandler handler =
                      node.dataset().createRbw(StorageType.DISK, "", node.newBlock(), false, 0)) {
                    return handler.getReplica() != null;
                  }
                }));
      }
      Waits.until("all are inside", PATIENCE, () -> disk.threads() >= 4);
      Waits.until("one is stuck", PATIENCE, () -> node.fault.stuck() > 0);
      Waits.until("it does not answer", PATIENCE, () -> disk.judgement().isStuck());

      long refusedMs =
          OneNode.timeMs(
              () -> {
                assertThatThrownBy(
                        () ->
                            node.dataset()
                                .createTemporary(StorageType.DISK, "", node.newBlock(), false))
                    .hasMessageContaining("too many operations in flight");
                return null;
              });
      assertThat(refusedMs).isLessThan(10_000);
      assertThat(disk.metrics().refused.value()).isPositive();
      assertThat(write(node, new Path(OneNode.SSD, "f")).get(30_000)).isTrue();

      node.fault.answer();
      for (Background<Boolean> creator : stuck) {
        assertThat(creator.get(30_000)).isTrue();
      }
      OneNode.awaitIdle(disk);
      assertThat(write(node, new Path(OneNode.DISK, "f")).get(30_000)).isTrue();
    }
  }

  /** Nothing says that it does not answer, and Apache Hadoop's DataNode has no limit of its own. */
  @Test
  void aVolumeWithSixHundredSlowWritersIsReadAndWritten() throws Exception {
    int writers = 600;
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    assertThat(DatanodeKeys.MAX_OPERATIONS.getInt(conf)).isLessThan(writers);
    try (OneNode node = new OneNode(folder, conf)) {
      VolumeState disk = node.state(StorageType.DISK);
      Path file = new Path(OneNode.DISK, "f");
      assertThat(write(node, file).get(30_000)).isTrue();
      node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(FileIoProvider.OPERATION.WRITE));
      List<Background<Boolean>> slow = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        slow.add(
            new Background<>(
                "writer " + i,
                () -> {
                  OneNode.makeFiles(
                      node.dataset().createRbw(StorageType.DISK, "", node.newBlock(), false, 0));
                  return true;
                }));
      }
      Waits.until("all are inside", PATIENCE, () -> disk.threads() >= writers);
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, file)).isNotEmpty();

      node.fault.answer();
      for (Background<Boolean> writer : slow) {
        assertThat(writer.get(60_000)).isTrue();
      }
      assertThat(disk.metrics().refused.value()).isZero();
    }
  }

  /** Stock names the volume that is read, whichever of the two does not answer. */
  @Test
  void aCopyThatHangsIsPutDownToTheVolumeThatDoesNotAnswer() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      Path file = new Path(OneNode.SSD, "f");
      assertThat(write(node, file).get(30_000)).isTrue();
      ExtendedBlock block = DFSTestUtil.getAllBlocks(node.fs, file).get(0).getBlock();
      FsVolumeSpi source = node.dataset().getVolume(block);
      VolumeState target = node.state(StorageType.DISK);
      node.fault.hang(source, EnumSet.of(OPERATION.NATIVE_COPY));
      Background<?> move =
          new Background<>(
              "move", () -> node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, ""));
      // Three times the timeout: as long as both answer a small write, the copy is only slow
      Thread.sleep(3_000);
      assertThat(target.isHung()).isFalse();
      assertThat(node.dataset().guards().registry().state(source).isHung()).isFalse();

      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.CHANGES);
      Waits.until("the hang is found", PATIENCE, target::isHung);
      assertThat(Objects.requireNonNull(target.judgement().hang()).report())
          .contains("VolumeProbe");
      assertThat(node.dataset().guards().registry().state(source).isHung()).isFalse();
      node.fault.answer();
      move.get(30_000);
      Waits.until("the volume is itself again", PATIENCE, () -> !target.isHung());
      OneNode.awaitIdle(target);
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, file)).hasSize(FILE_BYTES);
    }
  }

  @Test
  void metricsHoldTimesOfCreateAndFinalize() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      assertThat(write(node, new Path(OneNode.DISK, "f")).get(30_000)).isTrue();
      VolumeState disk = node.state(StorageType.DISK);
      Waits.until("nothing is in flight", PATIENCE, () -> isIdle(disk));
      MetricsRecordBuilder record = MetricsAsserts.getMetrics(disk.metrics());
      for (String operation : List.of("CreateRbw", "FinalizeBlock")) {
        for (String kind : List.of("Exec", "Wait")) {
          String name = operation + kind + "Micros";
          assertThat(MetricsAsserts.getLongCounter(name + "NumOps", record)).isEqualTo(1);
          assertThat(MetricsAsserts.getDoubleGauge(name + "MaxTime", record)).isNotNegative();
          MetricsAsserts.assertQuantileGauges(name + "60s", record, "Micros");
        }
      }
      assertThat(MetricsAsserts.getDoubleGauge("CreateRbwExecMicrosMaxTime", record)).isPositive();
      assertThat(MetricsAsserts.getLongCounter("HangCount", record)).isZero();
      ObjectName bean = new ObjectName("Hadoop:service=DataNode,name=TieredVolume-" + disk.path());
      assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(bean)).isTrue();
    }
  }

  private static boolean isIdle(VolumeState disk) {
    MetricsRecordBuilder record = MetricsAsserts.getMetrics(disk.metrics());
    return MetricsAsserts.getIntGauge("OperationsInFlight", record) == 0
        && MetricsAsserts.getIntGauge("QueueLength", record) == 0
        && MetricsAsserts.getLongGauge("BytesInFlight", record) == 0;
  }
}
