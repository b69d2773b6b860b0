package org.tieredhdfs.mover;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.mover.MoverCluster.BLOCK_BYTES;
import static org.tieredhdfs.mover.MoverCluster.RAMDISK;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.RuleGate;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.transfer.TransferLimits;
import org.tieredhdfs.mover.work.FileGate;
import org.tieredhdfs.mover.work.RequestRef;
import org.tieredhdfs.waits.Waits;

/** The mover on a cluster whose DataNodes have a volume each of RAMDISK, SSD, DISK and ARCHIVE. */
class FileMoverTest {
  @TempDir static File folder;
  private static MoverCluster cluster;
  private static FileMover mover;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        MoverCluster.alike(folder, RAMDISK, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);
    mover = cluster.mover();
  }

  @AfterAll
  static void stop() throws Exception {
    mover.close();
    cluster.close();
  }

  @Test
  void aFileFollowsItsPolicyToItsTypes() throws Exception {
    Path file = cluster.file("/follow", 3, 3);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 9));

    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    assertThat(cluster.move(mover, false, "/follow"))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.outcome()).isEqualTo(FileOutcome.MOVED);
              assertThat(result.replicasMoved()).isEqualTo(9);
              assertThat(result.bytesMoved()).isEqualTo(9L * BLOCK_BYTES);
            });
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 9));

    cluster.fs.setStoragePolicy(file, "ONE_RAMDISK");
    cluster.move(mover, false, "/follow");
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 3, "DISK", 6));
    assertThat(cluster.isAsWritten(file, 3)).isTrue();

    assertThat(cluster.move(mover, false, "/follow"))
        .singleElement()
        .extracting(FileResult::outcome)
        .isEqualTo(FileOutcome.IN_PLACE);
  }

  @Test
  void aRequestEndsThoughItsGateThrows() throws Exception {
    Path file = cluster.file("/thrown", 1, 1);
    FileRef ref =
        new FileRef(
            cluster.fs.getClient().getFileInfo(file.toString()).getFileId(), file.toString());
    FileGate gate =
        any -> {
          throw new NoClassDefFoundError("a filter's");
        };
    MoveHandle handle =
        mover.submitFile(new RequestRef(1, ""), ref, gate, result -> {}, Runnable::run);
    assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    assertThat(handle.isCutShort()).isTrue();
  }

  @Test
  void filesInPlaceCostTheNameNodeTheirListingAlone() throws Exception {
    for (int i = 0; i < 50; i++) {
      cluster.file("/placed/file" + i, 1, 2);
    }
    Path stray = cluster.file("/placed/stray", 1, 2);
    cluster.fs.setStoragePolicy(stray, "ALL_SSD");
    long before = looks();
    assertThat(cluster.move(mover, false, "/placed"))
        .hasSize(51)
        .allMatch(FileResult::isGood)
        .filteredOn(result -> result.outcome() == FileOutcome.MOVED)
        .hasSize(1);
    // the NameNode counts a call after it has answered it
    Waits.until(
        "the look at the one out of place is counted",
        Duration.ofMinutes(1),
        () -> looks() > before);
    assertThat(looks() - before).as("looks at the one that is out of place").isLessThan(50L);
    assertThat(cluster.replicasByType(stray)).isEqualTo(Map.of("SSD", 2));
  }

  @Test
  void movesOfFilesOutOfPlaceArePlannedFromTheListing() throws Exception {
    for (int i = 0; i < 50; i++) {
      cluster.file("/planned/file" + i, 1, 1);
    }
    cluster.fs.setStoragePolicy(new Path("/planned"), "ALL_SSD");
    cluster.file("/planned-last", 1, 1);
    Configuration oneWorker = new Configuration(cluster.conf);
    oneWorker.setInt(MoverKeys.WORKERS.name(), 1);
    try (FileMover slow = new FileMover(oneWorker, cluster.fs.getUri())) {
      // after the first, which nothing is owed for yet, no move begins
      slow.setLimits(slow.limits().withBytesPerSecond(1));
      long before = looks();
      MoveHandle handle = slow.submit(MoveRequest.ofPaths(true, "/planned"));
      while (!handle.progress().isAllFound()) {
        Thread.sleep(5);
      }
      // the one worker has come to its turn: it has planned for all that came before
      assertThat(cluster.move(slow, false, "/planned-last")).hasSize(1);
      assertThat(looks() - before).as("looks at the first and the last").isLessThan(50L);
      handle.cancel();
      assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void requestsForTheSameFilesMoveEachReplicaOnce() throws Exception {
    for (int i = 0; i < 50; i++) {
      cluster.file("/shared/file" + i, 1, 2);
    }
    cluster.fs.setStoragePolicy(new Path("/shared"), "ALL_SSD");
    List<MoveHandle> handles = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      handles.add(mover.submit(MoveRequest.ofPaths(true, "/shared")));
    }
    long moved = 0;
    for (MoveHandle handle : handles) {
      assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
      assertThat(handle.progress().blocksByReason().values()).allMatch(count -> count == 0);
      moved += handle.progress().replicasMoved();
    }
    assertThat(moved).isEqualTo(100);
  }

  @Test
  void aFileThatARuleChangesIsNotTakenAsItWasListed() throws Exception {
    cluster.fs.mkdirs(new Path("/ruled"));
    for (int i = 0; i < 5; i++) {
      cluster.fs.rename(cluster.fileOnSsd("/unruled/file" + i), new Path("/ruled/file" + i));
    }
    Configuration conf = new Configuration(cluster.conf);
    conf.set("dfs.mover.file.rules", "all");
    conf.set("dfs.mover.file.rule.all.path", "/ruled");
    conf.set("dfs.mover.file.rule.all.clear.policy", "true");
    MoveRules rules = MoveRules.of(conf, mover.policies(), Set.of(StorageType.values()));
    long inodeId = cluster.fs.getClient().getFileInfo("/ruled").getFileId();
    List<FileResult> results = new CopyOnWriteArrayList<>();
    MoveHandle handle =
        mover.submitWalk(
            new RequestRef(1, "test"),
            new FileRef(inodeId, "/ruled"),
            true,
            new RuleGate(rules, mover.namenode(), System.currentTimeMillis(), true),
            results::add);
    assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    assertThat(results)
        .hasSize(5)
        .allMatch(result -> result.outcome() == FileOutcome.MOVED)
        .allMatch(result -> result.replicasMoved() == 2);
  }

  /** At a cold start some DataNodes have yet to register. */
  @Test
  void aRuleForATypeThatNoDataNodeHasYetIsNoFault() {
    Configuration conf = new Configuration(cluster.conf);
    conf.set("dfs.mover.file.rules", "cold");
    conf.set("dfs.mover.file.rule.cold.path", "/cold");
    conf.set("dfs.mover.file.rule.cold.policy", "COLD");
    assertThat(MoveRules.of(conf, mover.policies(), Set.of(StorageType.DISK)).describe())
        .hasSize(1);
  }

  private static long looks() {
    String port = "RpcDetailedActivityForPort" + cluster.dfs.getNameNodePort();
    return getLongCounter("GetLocatedFileInfoNumOps", getMetrics(port));
  }

  @Test
  void aSingleReplicaIsNeverWithoutAHome() throws Exception {
    Path file = cluster.file("/single", 1, 1);
    cluster.fs.setStoragePolicy(file, "COLD");
    cluster.move(mover, false, "/single");
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("ARCHIVE", 1));
    assertThat(cluster.isAsWritten(file, 1)).isTrue();
  }

  @Test
  void aTreeIsMovedToItsEndAndOnlyItsOwnFiles() throws Exception {
    for (int i = 0; i < 30; i++) {
      cluster.file("/tree/sub" + i % 3 + "/file" + i, 1, 2);
    }
    Path direct = cluster.file("/tree/direct", 1, 2);
    Path outside = cluster.file("/outside", 1, 2);
    cluster.fs.setStoragePolicy(new Path("/tree"), "ALL_SSD");
    cluster.fs.setStoragePolicy(outside, "ALL_SSD");

    assertThat(cluster.move(mover, false, "/tree")).hasSize(1);
    assertThat(cluster.replicasByType(direct)).isEqualTo(Map.of("SSD", 2));
    assertThat(cluster.replicasByType(new Path("/tree/sub0/file0"))).isEqualTo(Map.of("DISK", 2));

    List<FileResult> results = cluster.move(mover, true, "/tree");
    assertThat(results).hasSize(31).allMatch(FileResult::isGood);
    assertThat(results.stream().mapToLong(FileResult::replicasMoved).sum()).isEqualTo(60);
    assertThat(cluster.replicasByType(outside)).isEqualTo(Map.of("DISK", 2));
  }

  @Test
  void aRenamedFileIsFollowedByItsInode() throws Exception {
    Path file = cluster.file("/before", 2, 3);
    HdfsFileStatus status = cluster.fs.getClient().getFileInfo("/before");
    cluster.fs.mkdirs(new Path("/cold"));
    cluster.fs.setStoragePolicy(new Path("/cold"), "COLD");
    cluster.fs.rename(file, new Path("/cold/after"));

    MoveHandle handle =
        mover.submit(new MoveRequest(List.of(), List.of(status.getFileId()), false));
    assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    assertThat(handle.progress().files(FileOutcome.MOVED)).isEqualTo(1);
    assertThat(cluster.replicasByType(new Path("/cold/after"))).isEqualTo(Map.of("ARCHIVE", 6));
  }

  @Test
  void filesThatAreRenamedOrDeletedMeanwhileDoNoHarm() throws Exception {
    cluster.fs.mkdirs(new Path("/busy"));
    for (int i = 0; i < 12; i++) {
      cluster.file("/busy/file" + i, 2, 3);
    }
    cluster.fs.setStoragePolicy(new Path("/busy"), "ALL_SSD");
    TransferLimits before = mover.limits();
    // so slow that what follows happens while files wait
    mover.setLimits(before.withBytesPerSecond(4L * BLOCK_BYTES));
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, "/busy"));
    while (handle.progress().replicasMoved() == 0) {
      Thread.sleep(5);
    }
    for (int i = 0; i < 6; i++) {
      cluster.fs.delete(new Path("/busy/file" + i), false);
      cluster.fs.rename(new Path("/busy/file" + (6 + i)), new Path("/busy/renamed" + i));
    }
    mover.setLimits(before);
    assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    assertThat(handle.unsatisfied()).isEmpty();
    assertThat(handle.progress().filesEnded()).isEqualTo(12);
    assertThat(handle.progress().files(FileOutcome.GONE)).isPositive();
    for (int i = 0; i < 6; i++) {
      assertThat(cluster.replicasByType(new Path("/busy/renamed" + i))).isEqualTo(Map.of("SSD", 6));
    }
  }

  @Test
  void anEmptyFileIsInPlaceOnceItIsClosed() throws Exception {
    Path file = new Path("/empty");
    try (FSDataOutputStream out = cluster.fs.create(file, (short) 3)) {
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
      assertThat(cluster.move(mover, false, "/empty").get(0).failures())
          .singleElement()
          .extracting(BlockFailure::reason)
          .isEqualTo(Reason.BEING_WRITTEN);
      assertThat(out.getPos()).isZero();
    }
    assertThat(cluster.move(mover, false, "/empty").get(0).outcome())
        .isEqualTo(FileOutcome.IN_PLACE);
  }

  @Test
  void aFileThatIsAppendedToMeanwhileEndsWhereItsPolicySays() throws Exception {
    Path file = cluster.file("/appended-meanwhile", 6, 3);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    TransferLimits before = mover.limits();
    mover.setLimits(before.withBytesPerSecond(2L * BLOCK_BYTES));
    try {
      MoveHandle handle = mover.submit(MoveRequest.ofPaths(false, "/appended-meanwhile"));
      while (handle.progress().replicasMoved() == 0) {
        Thread.sleep(5);
      }
      try (FSDataOutputStream out = cluster.fs.append(file)) {
        out.write(new byte[BLOCK_BYTES + 10]);
      }
      assertThat(handle.progress().isEnded()).isFalse();
      mover.setLimits(before);
      assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
      assertThat(handle.progress().filesEnded()).isEqualTo(1);
    } finally {
      mover.setLimits(before);
    }
    // what came last may have been open when the file was looked at for the last time
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
    assertThat(cluster.move(mover, false, "/appended-meanwhile")).allMatch(FileResult::isGood);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 24));
    byte[] written =
        DFSTestUtil.calculateFileContentsFromSeed(file.toString().hashCode(), 6 * BLOCK_BYTES);
    assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, file))
        .hasSize(7 * BLOCK_BYTES + 10)
        .startsWith(written);
  }

  @Test
  void finishedBlocksOfAnOpenFileMoveAndTheRestIsReported() throws Exception {
    Path file = new Path("/open");
    try (FSDataOutputStream out = cluster.fs.create(file, (short) 3)) {
      out.write(new byte[2 * BLOCK_BYTES + 10]);
      out.hflush();
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
      // the client goes on when one replica of a block is known
      DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
      FileResult result = cluster.move(mover, false, "/open").get(0);
      assertThat(result.outcome()).isEqualTo(FileOutcome.INCOMPLETE);
      assertThat(result.failures())
          .singleElement()
          .extracting(BlockFailure::reason)
          .isEqualTo(Reason.BEING_WRITTEN);
      assertThat(result.replicasMoved()).isEqualTo(6);
      out.write(1);
    }
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
    assertThat(cluster.move(mover, false, "/open").get(0).outcome()).isEqualTo(FileOutcome.MOVED);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 9));
  }

  @Test
  void anAppendedFileIsBroughtToItsPolicyAsAWhole() throws Exception {
    Path file = cluster.file("/appended", 1, 3);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    cluster.move(mover, false, "/appended");
    try (FSDataOutputStream out = cluster.fs.append(file)) {
      out.write(new byte[BLOCK_BYTES / 2]);
    }
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
    cluster.fs.setStoragePolicy(file, "COLD");
    assertThat(cluster.move(mover, false, "/appended").get(0).outcome())
        .isEqualTo(FileOutcome.MOVED);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("ARCHIVE", 6));
  }

  @Test
  void whatCannotBeFoundIsAnErrorOfItsOwnAndTheRestIsDone() throws Exception {
    Path file = cluster.file("/there", 1, 3);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(false, "/not/there", "/there"));
    assertThat(handle.await(Duration.ofMinutes(1))).isTrue();
    assertThat(handle.errors()).containsExactly("/not/there: no such file or directory");
    assertThat(handle.progress().files(FileOutcome.MOVED)).isEqualTo(1);
    assertThatThrownBy(() -> MoveRequest.ofPaths(false, "relative"))
        .hasMessageContaining("'relative' is not an absolute path");
    assertThatThrownBy(() -> cluster.fs.getFileStatus(new Path("/not/there")))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aCancelledRequestEndsSoonAndSaysWhatWasDone() throws Exception {
    cluster.fs.mkdirs(new Path("/cancelled"));
    for (int i = 0; i < 10; i++) {
      cluster.file("/cancelled/file" + i, 1, 3);
    }
    cluster.fs.setStoragePolicy(new Path("/cancelled"), "ALL_SSD");
    TransferLimits before = mover.limits();
    mover.setLimits(before.withBytesPerSecond(BLOCK_BYTES));
    try {
      MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, "/cancelled"));
      while (handle.progress().replicasMoved() == 0) {
        Thread.sleep(5);
      }
      handle.cancel();
      // what waits would take half a minute more
      assertThat(handle.await(Duration.ofSeconds(20))).isTrue();
      MoveProgress progress = handle.progress();
      assertThat(progress.files(FileOutcome.CANCELLED)).isPositive();
      assertThat(progress.replicasMoved()).isBetween(1L, 29L);
      Waits.until(
          "the NameNode knows of what was moved",
          Duration.ofMinutes(1),
          FileMoverTest::cancelledOnSsd,
          onSsd -> onSsd == progress.replicasMoved());
    } finally {
      mover.setLimits(before);
    }
  }

  private static long cancelledOnSsd() throws IOException {
    long onSsd = 0;
    for (int i = 0; i < 10; i++) {
      onSsd += cluster.replicasByType(new Path("/cancelled/file" + i)).getOrDefault("SSD", 0);
    }
    return onSsd;
  }

  @Test
  void filesInSnapshotsCanBeMoved() throws Exception {
    Path directory = new Path("/snapped");
    cluster.file("/snapped/file", 1, 3);
    cluster.fs.allowSnapshot(directory);
    cluster.fs.createSnapshot(directory, "first");
    cluster.fs.setStoragePolicy(directory, "ALL_SSD");
    cluster.fs.delete(new Path("/snapped/file"), false);
    Path inSnapshot = new Path("/snapped/.snapshot/first/file");
    assertThat(cluster.move(mover, true, "/snapped/.snapshot/first")).hasSize(1);
    assertThat(cluster.isAsWritten(inSnapshot, 1) || cluster.blocks(inSnapshot).size() == 1)
        .isTrue();
  }

  @Test
  void blocksThatASnapshotKeepsMoreReplicasOfAreMovedWithAllOfThem() throws Exception {
    Path directory = new Path("/kept");
    Path file = cluster.file("/kept/file", 2, 3);
    cluster.fs.allowSnapshot(directory);
    cluster.fs.createSnapshot(directory, "first");
    cluster.fs.setReplication(file, (short) 2);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    List<FileSurvey> surveys = new CopyOnWriteArrayList<>();
    mover.survey(MoveRequest.ofPaths(false, "/kept/file"), null, surveys::add);
    assertThat(surveys.get(0).failures()).isEmpty();
    assertThat(surveys.get(0).moves()).hasSize(6);

    assertThat(cluster.move(mover, false, "/kept/file").get(0).outcome())
        .isEqualTo(FileOutcome.MOVED);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));

    // now the snapshot has fewer of them than the file
    cluster.fs.deleteSnapshot(directory, "first");
    cluster.fs.createSnapshot(directory, "second");
    cluster.fs.setReplication(file, (short) 3);
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
    assertThat(cluster.move(mover, false, "/kept/.snapshot/second/file").get(0).failures())
        .isEmpty();
    assertThat(cluster.awaitReplicasByType(file, Map.of("SSD", 6))).isEqualTo(Map.of("SSD", 6));
  }

  @Test
  void allThatOnlySnapshotsHaveIsMovedByTheirDirectory() throws Exception {
    Path directory = new Path("/only");
    cluster.file("/only/sub/file", 1, 3);
    cluster.fs.setStoragePolicy(directory, "ALL_SSD");
    cluster.fs.allowSnapshot(directory);
    cluster.fs.createSnapshot(directory, "first");
    cluster.fs.delete(new Path("/only/sub"), true);
    assertThat(cluster.move(mover, true, "/only")).isEmpty();
    assertThat(cluster.move(mover, true, "/only/.snapshot"))
        .singleElement()
        .extracting(FileResult::outcome)
        .isEqualTo(FileOutcome.MOVED);
    assertThat(cluster.replicasByType(new Path("/only/.snapshot/first/sub/file")))
        .isEqualTo(Map.of("SSD", 3));
  }
}
