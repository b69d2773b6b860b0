package org.tieredhdfs.product.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.transfer.TransferLimits;
import org.tieredhdfs.waits.Waits;

/**
 * Moves from three DataNodes that have disks only to three that have SSDs only, on real daemons, of
 * which one is killed meanwhile: once on the side of the targets, once on that of the sources.
 */
@Tag("slow")
@Timeout(600)
class KilledDatanodeTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int FILES = 20;
  private static final int REPLICAS = 2;
  private static final long SLOW_BYTES_PER_SECOND = 4L << 20;
  private static final int MOVED_BEFORE = 4;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static ClusterSpec spec(Path directory) throws Exception {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(6)
            .layout(VolumeLayout.parse("SSD=1,DISK=1"))
            .setting("dfs.heartbeat.interval", "1")
            .setting("dfs.namenode.heartbeat.recheck-interval", "1000")
            .setting("dfs.namenode.redundancy.interval.seconds", "1")
            .setting("dfs.mover.file.cluster.refresh.interval", "1s")
            .setting("dfs.mover.file.connect.timeout", "2s");
    for (int i = 0; i < 3; i++) {
      builder.layoutOf(i, VolumeLayout.parse("DISK=1"));
      builder.layoutOf(3 + i, VolumeLayout.parse("SSD=1"));
    }
    return builder.build();
  }

  @Test
  void everyFileIsSatisfiedOrReportedAndIsWholeAgainWhicheverSideIsKilled(@TempDir Path directory)
      throws Exception {
    try (LocalCluster cluster = new LocalCluster(spec(directory), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Configuration conf = view.hdfsConf();
      try (FileSystem opened = FileSystem.newInstance(conf);
          FileMover mover = new FileMover(conf, opened.getUri())) {
        DistributedFileSystem fs = (DistributedFileSystem) opened;
        requireThatAKillDoesNoHarm(view, fs, mover, "/target", "dn4");
        requireThatAKillDoesNoHarm(view, fs, mover, "/source", "dn1");
      }
    }
  }

  private static void requireThatAKillDoesNoHarm(
      ClusterView view, DistributedFileSystem fs, FileMover mover, String name, String victim)
      throws Exception {
    PlacedFiles files = PlacedFiles.write(fs, name, "HOT", FILES, REPLICAS);
    assertThat(files.replicasByType()).isEqualTo(Map.of("DISK", FILES * REPLICAS));
    fs.setStoragePolicy(files.directory(), "ALL_SSD");
    int alive = fs.getDataNodeStats(DatanodeReportType.LIVE).length;
    TransferLimits limits = mover.limits();
    mover.setLimits(limits.withBytesPerSecond(SLOW_BYTES_PER_SECOND));
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, name));
    while (handle.progress().replicasMoved() < MOVED_BEFORE) {
      Thread.sleep(10);
    }
    kill(view, victim);
    assertThat(handle.progress().isEnded()).isFalse();
    mover.setLimits(limits);

    assertThat(handle.await(LIMIT)).as("%s", handle.progress()).isTrue();
    assertThat(handle.errors()).isEmpty();
    assertThat(handle.progress().filesEnded()).isEqualTo(FILES);
    for (FileResult result : handle.unsatisfied()) {
      assertThat(result.failures()).as(result.path()).isNotEmpty();
    }
    awaitWhole(fs, files, alive - 1);
    assertThat(files.areAsWritten()).isTrue();

    awaitSatisfied(mover, name);
    awaitWhole(fs, files, alive - 1);
    assertThat(files.areAsWritten()).isTrue();
    assertThat(files.replicasByType()).isEqualTo(Map.of("SSD", FILES * REPLICAS));
  }

  private static void kill(ClusterView view, String name) throws Exception {
    DaemonStatus daemon =
        view.status().daemons().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(ProcessHandle.of(daemon.pid()).orElseThrow().destroyForcibly()).isTrue();
  }

  /** Waits until the NameNode has noticed, and has replaced every replica that was lost. */
  private static void awaitWhole(DistributedFileSystem fs, PlacedFiles files, int alive)
      throws Exception {
    Waits.until(
        "all replicas on " + alive + " nodes",
        LIMIT,
        () ->
            fs.getDataNodeStats(DatanodeReportType.LIVE).length == alive
                && fs.getLowRedundancyBlocksCount() == 0
                && files.replicas() == FILES * REPLICAS);
    assertThat(fs.getMissingBlocksCount()).isZero();
    assertThat(fs.getCorruptBlocksCount()).isZero();
  }

  private static void awaitSatisfied(FileMover mover, String name) throws Exception {
    Waits.until(
        name + " is satisfied",
        LIMIT,
        () -> {
          MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, name));
          assertThat(handle.await(LIMIT)).as("%s", handle.progress()).isTrue();
          return handle.unsatisfied();
        },
        Collection::isEmpty);
  }
}
