package org.tieredhdfs.mover.work;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.namenode.ClusterWatch;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.namenode.PolicyTable;
import org.tieredhdfs.mover.transfer.LargeTransferLimits;
import org.tieredhdfs.mover.transfer.RemovalReports;
import org.tieredhdfs.mover.transfer.TransferLimits;
import org.tieredhdfs.mover.transfer.TransferOutcome;
import org.tieredhdfs.mover.transfer.TransferQueue;
import org.tieredhdfs.waits.Waits;

/** The steps of the work on a file that a cluster has, with transfers that fail when they may. */
class FileTaskTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MoverCluster cluster;

  private final List<FileResult> results = new CopyOnWriteArrayList<>();
  private Configuration conf;
  private NamenodeLink namenode;
  private RemovalReports removals;
  private TransferQueue queue;
  private final MovedBlocks movedBlocks = new MovedBlocks();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private @Nullable MoveJob job;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect() throws Exception {
    conf = new Configuration(cluster.conf);
    namenode = new NamenodeLink(conf, cluster.fs.getUri());
    removals = new RemovalReports(conf);
    TransferOutcome failed = new TransferOutcome(TransferOutcome.Kind.FAILED, "as planned");
    queue =
        new TransferQueue(
            any -> {
              Uninterruptibles.awaitUninterruptibly(mayEnd);
              return failed;
            },
            any -> 1,
            TransferLimits.of(conf),
            LargeTransferLimits.of(conf),
            WorkSettings.of(conf).backoff());
  }

  @AfterEach
  void disconnect() throws Exception {
    mayEnd.countDown();
    queue.close();
    removals.close();
    namenode.close();
  }

  private FileTask task(Path file, PolicyTable policies) throws Exception {
    WorkSettings settings = WorkSettings.of(conf);
    MoverCore core =
        new MoverCore(
            namenode,
            new ClusterWatch(conf, namenode),
            policies,
            queue,
            new SpaceLedger(),
            movedBlocks,
            removals,
            settings);
    long inode = cluster.fs.getClient().getFileInfo(file.toString()).getFileId();
    MoveJob one =
        new MoveJob(
            new RequestRef(1, ""), namenode, settings, FileGate.OPEN, results::add, any -> {});
    job = one;
    AtomicReference<FileTask> begun = new AtomicReference<>();
    one.pass(
        new FileRef(inode, file.toString()),
        (found, listed, watcher) -> {
          begun.set(new FileTask(core, found, listed, watcher, () -> {}, () -> {}));
          return true;
        });
    return Objects.requireNonNull(begun.get());
  }

  @Test
  void noMoreBlocksOfAFileAreTakenUpThanMayMoveAtATime() throws Exception {
    int most = 2;
    conf.setInt(MoverKeys.MOVES_PER_FILE.name(), most);
    Path file = cluster.file("/many", 10 * most, 1);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    FileTask task = task(file, new PolicyTable(namenode.fileSystem(), System::nanoTime));
    for (int i = 0; i < 3; i++) {
      assertThat(task.step()).isPositive();
      assertThat(movedBlocks.size()).isEqualTo(most);
    }
    assertThat(results).isEmpty();
    Objects.requireNonNull(job).cancel();
    mayEnd.countDown();
    Waits.until("it ends", PATIENCE, () -> task.step() == FileTask.FINISHED);
    assertThat(results)
        .singleElement()
        .extracting(FileResult::outcome)
        .isEqualTo(FileOutcome.CANCELLED);
    assertThat(movedBlocks.size()).isZero();
  }

  @Test
  void aFileOfMoreBlocksThanMayMoveAtATimeIsMovedAsAWhole() throws Exception {
    Path file = cluster.file("/wide", 20, 3);
    cluster.fs.setStoragePolicy(file, "ONE_SSD");
    conf.setInt(MoverKeys.MOVES_PER_FILE.name(), 2);
    try (FileMover mover = new FileMover(conf, cluster.fs.getUri())) {
      assertThat(cluster.move(mover, false, "/wide").get(0).replicasMoved()).isEqualTo(20);
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
      assertThat(cluster.move(mover, false, "/wide").get(0).replicasMoved()).isEqualTo(40);
    }
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 60));
  }

  @Test
  void aRequestEndsThoughItsListenerFailsWithAnErrorForEachFile() throws Exception {
    Path placed = cluster.file("/listened/placed", 1, 1);
    Path stray = cluster.file("/listened/stray", 1, 1);
    cluster.fs.setStoragePolicy(stray, "ALL_SSD");
    AtomicInteger told = new AtomicInteger();
    try (FileMover mover = cluster.mover()) {
      MoveHandle handle =
          mover.submit(
              MoveRequest.ofPaths(false, placed.getParent().toString()),
              result -> {
                told.incrementAndGet();
                throw new NoClassDefFoundError("a listener's");
              });
      assertThat(handle.await(PATIENCE)).isTrue();
      assertThat(handle.isCutShort()).isTrue();
      assertThat(handle.progress().files(FileOutcome.MOVED)).isEqualTo(1);
    }
    assertThat(told).as("each file ends once").hasValue(2);
  }

  @Test
  void transfersThatEndDoNotHaveALargeFileLookedAtEachTime() throws Exception {
    int blocks = 200;
    long restMs = blocks / 2;
    Path file = cluster.file("/large", blocks, 1);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    long before = looks();
    long startNs = System.nanoTime();
    try (FileMover mover = cluster.mover()) {
      assertThat(cluster.move(mover, false, "/large"))
          .singleElement()
          .extracting(FileResult::replicasMoved)
          .isEqualTo((long) blocks);
    }
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    assertThat(looks() - before).isBetween(1L, tookMs / restMs + 2);
  }

  private static long looks() {
    String port = "RpcDetailedActivityForPort" + cluster.dfs.getNameNodePort();
    return getLongCounter("GetLocatedFileInfoNumOps", getMetrics(port));
  }

  @Test
  void aNameNodeThatFailsAfterEachLookIsNotWaitedForWithoutEnd() throws Exception {
    conf.set(MoverKeys.NAMENODE_PATIENCE.name(), "200ms");
    DFSClient client = mock(DFSClient.class);
    DistributedFileSystem fs = mock(DistributedFileSystem.class);
    FsServerDefaults defaults = mock(FsServerDefaults.class);
    when(fs.getClient()).thenReturn(client);
    when(fs.getServerDefaults(any(Path.class))).thenReturn(defaults);
    when(client.getStoragePolicies())
        .thenReturn(new BlockStoragePolicy[0])
        .thenThrow(new IOException("no answer"));
    FileTask task = task(cluster.file("/failing", 1, 1), new PolicyTable(fs, System::nanoTime));
    Waits.until("it is given up", PATIENCE, () -> task.step() == FileTask.FINISHED);
    assertThat(results)
        .singleElement()
        .extracting(FileResult::failures)
        .asInstanceOf(list(BlockFailure.class))
        .extracting(BlockFailure::reason)
        .containsExactly(Reason.NAMENODE_FAILED);
  }
}
