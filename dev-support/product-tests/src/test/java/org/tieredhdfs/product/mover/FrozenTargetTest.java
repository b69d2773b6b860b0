package org.tieredhdfs.product.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** Moves to a volume whose disk hangs, on real daemons; needs root. */
@Tag("slow")
@Timeout(400)
class FrozenTargetTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final String DIRECTORY = "/moved";
  private static final int FILES = 10;
  private static final int REPLICAS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
  }

  private static ClusterSpec spec(Path directory) throws IOException {
    return ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(3)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(1))
        .layout(VolumeLayout.parse("NVDIMM=1,DISK=1"))
        .setting(
            "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
        .setting("dfs.mover.file.transfer.timeout", "5s")
        .setting("dfs.mover.file.attempts", "2")
        .setting("dfs.mover.file.cluster.refresh.interval", "1s")
        .build();
  }

  @Test
  void everyFileIsSatisfiedOrReportedAndNoneLosesAReplica(@TempDir Path directory)
      throws Exception {
    try (LocalCluster cluster = new LocalCluster(spec(directory), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Configuration conf = view.hdfsConf();
      try (FileSystem fs = FileSystem.newInstance(conf);
          FileMover mover = new FileMover(conf, fs.getUri())) {
        PlacedFiles files = PlacedFiles.write(fs, DIRECTORY, "ALL_NVDIMM", FILES, REPLICAS);
        fs.setStoragePolicy(files.directory(), "HOT");
        Media media = view.media();
        Volume frozen =
            view.record().volumes().stream()
                .filter(one -> one.dataNode().equals("dn0") && one.label().equals("DISK"))
                .findFirst()
                .orElseThrow();
        media.hang(frozen, Hang.ALL);
        try {
          MoveHandle handle = move(mover);
          assertThat(handle.progress().filesEnded()).isEqualTo(FILES);
          assertThat(handle.unsatisfied()).isNotEmpty();
          for (FileResult result : handle.unsatisfied()) {
            assertThat(result.failures()).as(result.path()).isNotEmpty();
          }
          // what could be moved, was, and nothing went before its copy was there
          assertThat(files.replicasByType().get("DISK")).isGreaterThanOrEqualTo(FILES);
          assertThat(files.replicas()).isGreaterThanOrEqualTo(FILES * REPLICAS);
        } finally {
          media.heal(frozen);
        }
        awaitSatisfied(mover);
        assertThat(files.areAsWritten()).isTrue();
        assertThat(files.replicasByType()).isEqualTo(Map.of("DISK", FILES * REPLICAS));
      }
    }
  }

  private static MoveHandle move(FileMover mover) throws InterruptedException {
    MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, DIRECTORY));
    assertThat(handle.await(LIMIT)).as("%s", handle.progress()).isTrue();
    return handle;
  }

  /** The node takes back a volume that hung when it has answered for a while. */
  private static void awaitSatisfied(FileMover mover) throws Exception {
    Waits.until("all are satisfied", LIMIT, () -> move(mover).unsatisfied(), Collection::isEmpty);
  }
}
