package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.media.VolumeNames;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** What the NameNode hears of a disk that is ten times slower than the others of its DataNode. */
@Tag("slow")
@Timeout(900)
class SlowDeviceTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(1);
  private static final double SLOWNESS = 10;

  /** Disks of 30 MB/s, and 3 MB/s of the slow one. */
  private static final double PACE = 5;

  /** More than there are sound disks: the slow one has to be used to be found. */
  private static final int WRITERS = 6;

  private static final int FILES = 10;
  private static final int FILE_BYTES = 8 << 20;

  /** Between files that are not synced, so that the sound disks can take them. */
  private static final int PAUSE_MS = 1_500;

  private static final int PROBES = 10;

  @TempDir Path tmp;
  private final ExecutorService users = Executors.newFixedThreadPool(WRITERS);
  private final byte[] bytes = new byte[FILE_BYTES];
  private volatile boolean syncs = true;

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
    new Random(1).nextBytes(bytes);
  }

  @AfterEach
  void endUsers() {
    users.shutdownNow();
  }

  private ClusterSpec spec() throws IOException {
    return ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(1)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(PACE))
        .layout(VolumeLayout.parse("DISK=3"))
        .setting(
            "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
        .setting(
            "dfs.datanode.fsdataset.volume.choosing.policy",
            "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy")
        // A volume that is stalled for a moment would not be reported as slow
        .setting("dfs.tiered.type.DISK.cutoff.timeout", "0")
        .build();
  }

  @Test
  void itIsSlowAllTheTimeUnderALoadWithoutSyncsAndBackWithinAMinuteOfItsRecovery()
      throws Exception {
    try (LocalCluster cluster = new LocalCluster(spec(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          String name = "/f" + i + "-";
          writers.add(users.submit(() -> write(fs, name)));
        }
        Volume disk = VolumeNames.find(view.record().volumes(), "dn0/DISK1");
        Waits.until("it is used", LIMIT, () -> status(view, disk).path("chosen").asInt() > FILES);
        view.media().slow(disk, SLOWNESS);
        Waits.until("it is found", LIMIT, () -> state(view, disk).equals("DROPPED"));
        Waits.until("the NameNode hears of it", LIMIT, () -> slowVolumes(view) == 1);

        syncs = false;
        int probesBefore = status(view, disk).path("probes").asInt();
        Waits.until(
            "it was probed all along",
            LIMIT,
            () -> {
              JsonNode seen = status(view, disk);
              assertThat(seen.path("state").asText()).isNotEqualTo("IN_SERVICE");
              assertThat(slowVolumes(view)).isEqualTo(1);
              return seen.path("probes").asInt() >= probesBefore + PROBES;
            });

        view.media().heal(disk);
        int chosenBefore = status(view, disk).path("chosen").asInt();
        Waits.until(
            "it is in use again and the NameNode knows",
            RECOVERY_LIMIT,
            () ->
                slowVolumes(view) == 0 && status(view, disk).path("chosen").asInt() > chosenBefore);
        assertThat(writers).noneMatch(Future::isDone);
      }
    }
  }

  private Void write(FileSystem fs, String name) throws Exception {
    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(name + i % FILES);
      try (FSDataOutputStream out = fs.create(file, (short) 1)) {
        out.write(bytes);
        if (syncs) {
          out.hsync();
        }
      }
      Thread.sleep(syncs ? 0 : PAUSE_MS);
    }
    return null;
  }

  /** What the policy knows of it; missing before the first choice. */
  private static JsonNode status(ClusterView view, Volume disk) throws Exception {
    JsonNode policy =
        JmxPage.read(
            view.dataNode("dn0").http(), "Hadoop:service=DataNode,name=TieredVolumeChoosing");
    for (JsonNode volume : policy.path("Volumes")) {
      if (volume.path("volume").asText().contains(disk.path().toString())) {
        return volume;
      }
    }
    return MissingNode.getInstance();
  }

  private static String state(ClusterView view, Volume disk) throws Exception {
    return status(view, disk).path("state").asText();
  }

  private static int slowVolumes(ClusterView view) throws IOException {
    int slow = 0;
    for (JsonNode type :
        JmxPage.read(
                view.record().nameNodeHttp(), "Hadoop:service=NameNode,name=TieredReportedVolumes")
            .path("StorageTypes")) {
      slow += type.path("value").path("slow").asInt();
    }
    return slow;
  }
}
