package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.media.VolumeNames;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.process.Leftovers;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/** A real DataNode on real loop devices; needs root. */
@Tag("slow")
@Timeout(300)
class EmulatedClusterTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;
  private final ExecutorService writer = Executors.newSingleThreadExecutor();

  @BeforeEach
  void requireWhatEmulationNeeds() {
    assumeTrue(User.isRoot(), "needs root");
    try {
      EmulatedVolumes.checked("tieredhdfs-test");
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    writer.shutdownNow();
    Leftovers leftovers = Leftovers.find(ClusterDirs.of(tmp.resolve("c")));
    assertThat(leftovers.isNothing()).as(leftovers.describe()).isTrue();
  }

  @Test
  void slowsFreezesStallsAndFreesVolumes() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(1)
            .emulatedMedia(true)
            .layout(VolumeLayout.parse("SSD=1,DISK=2"))
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Media media = view.media();
      Volume disk = VolumeNames.find(view.record().volumes(), "dn0/DISK1");
      assertThat(media.list())
          .extracting(state -> state.volume().name() + " " + state.limits())
          .contains("dn0/DISK1 127 MB/s, 150 IOPS", "dn0/SSD0 440 MB/s, 12000 IOPS");

      media.slow(disk, new DeviceLimits(2 << 20, 0));
      assertThat(timed(() -> writeAndSync(disk, 8 << 20))).isGreaterThan(Duration.ofSeconds(3));
      assertThat(word(view, "dn0/DISK1")).isEqualTo("slowed");
      media.reset(disk);
      assertThat(word(view, "dn0/DISK1")).isEqualTo("normal");

      media.freeze(disk);
      assertThat(word(view, "dn0/DISK1")).isEqualTo("frozen");
      assertHangsUntil(() -> media.thaw(disk), () -> writeAndSync(disk, 1 << 20));
      assertThat(word(view, "dn0/DISK1")).isEqualTo("normal");
      media.thaw(disk);

      media.slow(disk, Media.STALLED);
      assertHangsUntil(() -> media.reset(disk), () -> writeAndSync(disk, 1 << 20));
      media.dropCaches();
      media.slow(disk, Media.STALLED);
      assertHangsUntil(() -> media.reset(disk), () -> read(disk));
    }
  }

  @Test
  void aVolumeGoesPastThePageCacheAndHasItsBlocksOnceTheyAreAllocated() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(1)
            .emulatedMedia(true)
            .layout(VolumeLayout.parse("DISK=1"))
            .profile("DISK", new MediaProfile(DeviceLimits.NONE, 1L << 30))
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Volume disk = VolumeNames.find(view.record().volumes(), "dn0/DISK");
      String device = view.media().list().get(0).device().replace("/dev/", "/sys/block/");
      assertThat(Path.of(device, "loop/dio")).content().startsWith("1");
      String image = Files.readString(Path.of(device, "loop/backing_file")).strip();
      assertThat(takenBytes(image)).isLessThan(200L << 20);

      view.media().allocate(disk);
      assertThat(takenBytes(image)).isGreaterThan(400L << 20);
      assertThat(Files.getFileStore(disk.path()).getUsableSpace()).isGreaterThan(900L << 20);
    }
  }

  private static long takenBytes(String file) throws IOException {
    return 512 * Long.parseLong(LinuxTool.run(Duration.ofSeconds(10), "stat", "-c", "%b", file));
  }

  @Test
  void endsAClusterWhoseVolumesAreFrozenAndStalledWithWritersInside() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(1)
            .emulatedMedia(true)
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Media media = view.media();
      Volume disk = VolumeNames.find(view.record().volumes(), "dn0/DISK");
      Volume ssd = VolumeNames.find(view.record().volumes(), "dn0/SSD");
      // Processes of the cluster's mark that hang in the kernel on both.
      Process onDisk = hangingWriter(view, disk);
      Process onSsd = hangingWriter(view, ssd);
      media.freeze(disk);
      media.slow(ssd, Media.STALLED);
      TimeUnit.SECONDS.sleep(2);
      Duration took = timed(cluster::stop);
      assertThat(took).isLessThan(Duration.ofMinutes(1));
      assertThat(onDisk.isAlive() || onSsd.isAlive()).isFalse();
    }
  }

  /** A shell that writes to a volume for ever, marked as the cluster's. */
  private static Process hangingWriter(ClusterView view, Volume volume) throws IOException {
    String loop =
        "while :; do dd if=/dev/zero of=\"$0\" bs=1M count=4 conv=fsync 2>/dev/null; done";
    return new ProcessBuilder(
            "sh", "-c", loop, volume.path() + "/written", JavaCommand.clusterMark(view.dirs()))
        .start();
  }

  private interface Action {
    void run() throws Exception;
  }

  private static Duration timed(Action action) throws Exception {
    long startNs = System.nanoTime();
    action.run();
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  private void assertHangsUntil(Action release, Action hanging) throws Exception {
    Future<?> running =
        writer.submit(
            () -> {
              hanging.run();
              return null;
            });
    try {
      assertThatThrownBy(() -> running.get(3, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
    } finally {
      release.run();
    }
    running.get(30, TimeUnit.SECONDS);
  }

  private static void writeAndSync(Volume volume, int bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(volume.path() + "/written", "rw")) {
      file.write(new byte[bytes]);
      file.getFD().sync();
    }
  }

  private static void read(Volume volume) throws IOException {
    Files.copy(volume.path().resolve("written"), OutputStream.nullOutputStream());
  }

  private static String word(ClusterView view, String volume) throws IOException {
    return view.status().volumes().stream()
        .filter(status -> status.name().equals(volume))
        .map(ClusterStatus.VolumeStatus::media)
        .findFirst()
        .orElse("not there");
  }
}
