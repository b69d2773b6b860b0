package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Test;

/** How far rounds go: limits, storage types that are too full, and who may do them. */
class RoundLimitsTest extends RoundsOnCluster {
  @Test
  void whatIsTooMuchForARoundWaitsForTheNext() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(new Path(DATA, "many/" + i), 1);
    }
    checkpoint();
    conf.setInt("dfs.tiering.rules.max.files", 2);
    for (int changed = 2; changed <= 6; changed += 2) {
      roundOnTheSameImage("path = /data/many", "COLD");

      int cold = 0;
      for (FileStatus file : fs.listStatus(new Path(DATA, "many"))) {
        cold += policy(file.getPath()).equals("COLD") ? 1 : 0;
      }
      assertThat(cold).isEqualTo(Math.min(5, changed));
    }
  }

  @Test
  void aRoundEndsWithTheFileThatReachesItsBytes() throws IOException {
    conf.set("dfs.tiering.rules.max.bytes", "4");
    write(new Path(DATA, "c"), 3);
    write(new Path(DATA, "d"), 4);
    round("path = /data", "COLD"); // 1, 2 and 3 bytes

    assertThat(policy(B)).isEqualTo("COLD");
    assertThat(policy(new Path(DATA, "c"))).isEqualTo("COLD");
    assertThat(policy(new Path(DATA, "d"))).isEqualTo("HOT");
  }

  @Test
  void policiesAreChangedInTheirWindowsAlone() throws IOException {
    LocalTime now = LocalTime.now(ZoneId.systemDefault());
    String soon = now.plusHours(1) + "-" + now.plusHours(2);
    conf.set("dfs.tiering.rules.windows", soon);
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("HOT");

    conf.set("dfs.tiering.rules.windows", soon + ", " + now.minusHours(1) + "-" + now.plusHours(1));
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void aTypeThatIsTooFullLosesItsColdestFiles() throws Exception {
    write(A, 4 * MB);
    write(B, 4 * MB);
    fs.setTimes(A, 0, 0);
    conf.setInt("dfs.blocksize", MB);
    setCapacity(10 * MB);
    try {
      conf.set("dfs.tiering.rule.one.relieves", "DISK");
      conf.set("dfs.tiering.rule.one.high.percent", "100");
      round("path = /data", "ALL_SSD");
      assertThat(policy(A)).isEqualTo("HOT");

      conf.set("dfs.tiering.rule.one.high.percent", "40");
      conf.set("dfs.tiering.rule.one.low.percent", "30");
      round("path = /data", "ALL_SSD");
      assertThat(policy(A)).isEqualTo("ALL_SSD");
      assertThat(policy(B)).isEqualTo("HOT");

      // what has left according to the same image does so once
      roundOnTheSameImage("path = /data", "ALL_SSD");
      assertThat(policy(B)).isEqualTo("HOT");
    } finally {
      setCapacity(-1);
    }
  }

  /** Of each of the two volumes; -1 for that of the disk. */
  private void setCapacity(long bytes) throws IOException {
    DataNode node = cluster.getDataNodes().get(0);
    try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
      }
    }
    DataNodeTestUtils.triggerHeartbeat(node);
  }

  @Test
  void withoutRoomToWriteDownWhatRulesGiveTheyGiveNothing() throws IOException {
    setCapacity(MB);
    try {
      assertThatThrownBy(() -> round("path = /data", "COLD"))
          .hasMessage("what rules give cannot be written down");
      assertThat(policy(A)).isEqualTo("HOT");
    } finally {
      setCapacity(-1);
    }
    round("path = /data", "COLD");
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void aProcessThatIsNotTheOneToDoSoChangesNothing() throws IOException {
    checkpoint();
    rule("path = /data", "COLD");
    RuleRounds others =
        roundsWhile(
            () -> {
              throw new IOException("another one is");
            });

    assertThatThrownBy(others::round).hasMessage("another one is");
    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(fs.exists(directory())).isFalse();
  }

  @Test
  void aProcessThatIsReplacedWhileItReadsTheImageLeavesTheEntriesOfTheOther() throws IOException {
    checkpoint();
    rule("path = /data", "COLD");
    AtomicInteger asked = new AtomicInteger();
    RuleRounds replaced =
        roundsWhile(
            () -> {
              if (asked.getAndIncrement() == 1) {
                give(fs, A, COLD);
                throw new IOException("another one is now");
              }
            });

    assertThatThrownBy(replaced::round).hasMessage("another one is now");
    assertThat(openEntries()).hasSize(1);
    assertThat(fs.isFileClosed(openEntries().get(0))).isFalse();
    fs.getClient().closeAllFilesBeingWritten(true);
  }

  @Test
  void aRoundWhoseProcessIsReplacedChangesNothingAnyMore() throws IOException {
    checkpoint();
    rule("path = /data", "COLD");
    AtomicInteger asked = new AtomicInteger();
    RuleRounds replaced =
        roundsWhile(
            () -> {
              if (asked.incrementAndGet() == 4) {
                throw new IOException("another one is now");
              }
            });

    assertThatThrownBy(replaced::round).hasMessage("another one is now");
    assertThat(policy(A)).isEqualTo("HOT");
    round("path = /data", "COLD");
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }
}
