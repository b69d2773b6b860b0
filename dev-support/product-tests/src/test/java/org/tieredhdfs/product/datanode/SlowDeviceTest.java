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
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** What the NameNode hears of a disk that is ten times slower than the others of its DataNode. */
@Tag("slow")
@Timeout(900)
class SlowDeviceTest {
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

  /** Of a sound disk, for about a minute and a half. */
  private static final int CHOICES = 120;

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

  private ClusterSpec.Builder spec() throws IOException {
    return DeviceCluster.spec(tmp, 1, "DISK=3", PACE)
        .setting(
            "dfs.datanode.fsdataset.volume.choosing.policy",
            "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy")
        // A volume that is stalled for a moment would not be reported as slow
        .setting("dfs.tiered.type.DISK.cutoff.timeout", "0");
  }

  @Test
  void itIsSlowAllTheTimeUnderALoadWithoutSyncsAndBackWithinAMinuteOfItsRecovery()
      throws Exception {
    try (DeviceCluster cluster = DeviceCluster.start(spec())) {
      FileSystem fs = cluster.fs();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String name = "/f" + i + "-";
        writers.add(users.submit(() -> write(fs, name)));
      }
      Volume disk = cluster.volume("dn0/DISK1");
      Waits.until("it is used", LIMIT, () -> status(cluster, disk).path("chosen").asInt() > FILES);
      cluster.media().slow(disk, SLOWNESS);
      Waits.until("it is found", LIMIT, () -> state(cluster, disk).equals("DROPPED"));
      Waits.until("the NameNode hears of it", LIMIT, () -> slowVolumes(cluster) == 1);

      syncs = false;
      Volume sound = cluster.volume("dn0/DISK2");
      int othersBefore = status(cluster, sound).path("chosen").asInt();
      Waits.until(
          "others were chosen all along",
          LIMIT,
          () -> {
            assertThat(state(cluster, disk)).isNotEqualTo("IN_SERVICE");
            assertThat(slowVolumes(cluster)).isEqualTo(1);
            return status(cluster, sound).path("chosen").asInt() >= othersBefore + CHOICES;
          });

      cluster.media().heal(disk);
      int chosenBefore = status(cluster, disk).path("chosen").asInt();
      Waits.until(
          "it is in use again and the NameNode knows",
          RECOVERY_LIMIT,
          () ->
              slowVolumes(cluster) == 0
                  && status(cluster, disk).path("chosen").asInt() > chosenBefore);
      assertThat(writers).noneMatch(Future::isDone);
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
  private static JsonNode status(DeviceCluster cluster, Volume disk) throws Exception {
    for (JsonNode volume : cluster.bean("dn0", "TieredVolumeChoosing").path("Volumes")) {
      if (volume.path("volume").asText().contains(disk.path().toString())) {
        return volume;
      }
    }
    return MissingNode.getInstance();
  }

  private static String state(DeviceCluster cluster, Volume disk) throws Exception {
    return status(cluster, disk).path("state").asText();
  }

  private static int slowVolumes(DeviceCluster cluster) throws IOException {
    int slow = 0;
    for (JsonNode type : cluster.nameNodeBean("TieredReportedVolumes").path("StorageTypes")) {
      slow += type.path("value").path("slow").asInt();
    }
    return slow;
  }
}
