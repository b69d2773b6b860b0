package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.process.Leftovers;
import org.tieredhdfs.localcluster.process.Teardown;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.model.MediumModel;

/** A real DataNode on devices of a real media server; needs root. */
@Timeout(900)
class EmulatedClusterTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int BYTES = 1 << 20;

  @TempDir Path tmp;
  private final ExecutorService user = Executors.newCachedThreadPool();

  @BeforeEach
  void requireWhatEmulationNeeds() {
    assumeTrue(User.isRoot(), "needs root");
    try {
      EmulatedVolumes.check();
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    user.shutdownNow();
    Leftovers leftovers = Leftovers.find(ClusterDirs.of(tmp.resolve("c")));
    assertThat(leftovers.isNothing()).as(leftovers.describe()).isTrue();
  }

  private ClusterSpec.Builder spec(String volumes) throws IOException {
    return ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(1)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(1))
        .layout(VolumeLayout.parse(volumes));
  }

  @Test
  void volumesAreWhatTheirProfilesSayAndHaveFaultsUntilTheyAreHealed() throws Exception {
    ClusterSpec spec =
        spec("RAMDISK=1,SSD=1,DISK=2")
            .profile("RAMDISK", new MediaProfile(MediumModel.RAM, 1, 256L << 20))
            .profile("SSD", new MediaProfile(MediumModel.SSD, 3, 256L << 20))
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Media media = view.media();
      assertThat(media.list())
          .extracting(state -> state.volume().name() + " " + state.medium() + " " + state.factor())
          .containsExactly(
              "dn0/RAMDISK0 ram 1.0", "dn0/SSD0 ssd 3.0", "dn0/DISK0 hdd 1.0", "dn0/DISK1 hdd 1.0");
      assertThat(view.status().isUp()).isTrue();

      Volume disk = Volume.find(view.record().volumes(), "dn0/DISK1");
      writeAndSync(disk);
      media.dropCaches();
      media.hang(disk, Hang.READS);
      Future<?> reading = user.submit(() -> read(disk));
      assertThat(fault(view, disk)).isEqualTo("reads hang");
      assertThat(reading.isDone()).isFalse();
      media.heal(disk);
      reading.get(180, TimeUnit.SECONDS);
      assertThat(fault(view, disk)).isEqualTo(Media.SOUND);

      media.hang(disk, Hang.WRITES);
      Future<?> writing = user.submit(() -> writeAndSync(disk));
      assertThat(fault(view, disk)).isEqualTo("writes hang");
      assertThat(writing.isDone()).isFalse();
      media.heal(disk);
      writing.get(180, TimeUnit.SECONDS);

      media.slow(disk, 4);
      media.stutter(disk, Duration.ofMillis(5), Duration.ofMillis(50));
      assertThat(fault(view, disk)).contains("4.000 times as slow").contains("stops for 5 ms");
      media.heal(disk);

      Volume ssd = Volume.find(view.record().volumes(), "dn0/SSD");
      media.fill(ssd);
      assertThat(Files.getFileStore(ssd.path()).getUsableSpace()).isLessThan(BYTES);
      media.heal(ssd);
      assertThat(Files.getFileStore(ssd.path()).getUsableSpace()).isGreaterThan(BYTES);
    }
  }

  @Test
  void endsAClusterWhoseVolumesHangWithWritersInside() throws Exception {
    try (LocalCluster cluster = new LocalCluster(spec("SSD=1,DISK=1").build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      Process onDisk = endlessWriter(view, Volume.find(view.record().volumes(), "dn0/DISK"));
      Process onSsd = endlessWriter(view, Volume.find(view.record().volumes(), "dn0/SSD"));
      for (Volume volume : view.record().volumes()) {
        view.media().hang(volume, Hang.ALL);
      }
      cluster.stop();
      assertThat(onDisk.waitFor(180, TimeUnit.SECONDS)).isTrue();
      assertThat(onSsd.waitFor(180, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void endsAClusterWhoseMediaServerWasKilled() throws Exception {
    ClusterSpec spec = spec("DISK=1").build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      cluster.leaveRunning();
      ProcessTable.Entry server =
          new ProcessTable()
              .withArgument(JavaCommand.clusterMark(view.dirs())).stream()
                  .filter(one -> one.arguments().contains(spec.dirs().mediaSocket().toString()))
                  .findFirst()
                  .orElseThrow();
      ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
      process.destroyForcibly();
      process.onExit().get(180, TimeUnit.SECONDS);
      assertThat(new Teardown(spec.dirs(), Progress.silent()).run(false).mounts())
          .isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aMachineWithoutPowerKeepsWhatWasSyncedAndLosesItsMemory() throws Exception {
    ClusterSpec spec =
        spec("RAMDISK=1,DISK=1")
            .profile("RAMDISK", MediaProfile.inMemory(64L << 20))
            .setting("dfs.replication", "1")
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      DaemonControl control = cluster.control(Progress.silent());
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        var synced = new org.apache.hadoop.fs.Path("/synced");
        try (FSDataOutputStream out = fs.create(synced)) {
          out.write(new byte[BYTES]);
          out.hsync();
          Path inMemory = Volume.find(view.record().volumes(), "dn0/RAMDISK").path().resolve("x");
          Files.writeString(inMemory, "x");
          control.cutPower(view.media(), List.of("dn0"), 5);
          assertThat(inMemory).doesNotExist();
          assertThat(control.isRunning("dn0")).isFalse();
          assertThat(view.media().list()).allMatch(Media.State::isSound);
          control.start("dn0");
        } catch (IOException lostItsPipeline) {
          assertThat(lostItsPipeline).isNotNull();
        }
        assertThat(view.status().isUp()).isTrue();
      }
    }
  }

  /** A shell that writes to a volume for ever, marked as the cluster's. */
  private static Process endlessWriter(ClusterView view, Volume volume) throws IOException {
    String loop =
        "while :; do dd if=/dev/zero of=\"$0\" bs=1M count=4 conv=fsync 2>/dev/null; done";
    return new ProcessBuilder(
            "sh", "-c", loop, volume.path() + "/written", JavaCommand.clusterMark(view.dirs()))
        .start();
  }

  private static Void writeAndSync(Volume volume) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(volume.path() + "/written", "rw")) {
      file.write(new byte[BYTES]);
      file.getFD().sync();
    }
    return null;
  }

  private static Void read(Volume volume) throws IOException {
    Files.copy(volume.path().resolve("written"), OutputStream.nullOutputStream());
    return null;
  }

  private static String fault(ClusterView view, Volume volume) throws IOException {
    return view.status().volumes().stream()
        .filter(status -> status.name().equals(volume.name()))
        .map(ClusterStatus.VolumeStatus::fault)
        .findFirst()
        .orElse("not there");
  }
}
