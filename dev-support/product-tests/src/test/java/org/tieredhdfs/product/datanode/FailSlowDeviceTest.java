package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
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
import org.tieredhdfs.media.server.MediaControl.Hang;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** What clients notice of a disk that hangs in the kernel below one of several real DataNodes. */
@Tag("slow")
@Timeout(600)
class FailSlowDeviceTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int RECORD_BYTES = 10_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int DATANODES = 4;

  @TempDir Path tmp;
  private final ExecutorService users = Executors.newCachedThreadPool();
  private final byte[] bytes = new byte[100 * RECORD_BYTES];
  private int written;

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
        .dataNodes(DATANODES)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(1))
        .layout(VolumeLayout.parse("DISK=1"))
        .setting("dfs.tiered.volume.hang.timeout", "10s")
        .setting("dfs.tiered.volume.hang.check.interval", "100ms")
        .setting("dfs.tiered.type.DISK.cutoff.timeout", "2s")
        .setting(
            "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
        .build();
  }

  @Test
  void itsUsersGoOnAndTheVolumeComesBack() throws Exception {
    try (LocalCluster cluster = new LocalCluster(spec(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      try (DistributedFileSystem fs =
          (DistributedFileSystem) FileSystem.newInstance(view.hdfsConf())) {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/log");
        try (FSDataOutputStream log = fs.create(file, (short) 3)) {
          appendAndSync(log);
          String bad = nameOf(view, pipeline(log)[1]);
          Volume disk = VolumeNames.find(view.record().volumes(), bad + "/DISK");
          view.media().hang(disk, Hang.ALL);
          for (int record = 0; record < 3; record++) {
            within(() -> appendAndSync(log));
          }
          // It is not the device that let them go on
          assertThat(isHanging(view, disk)).isTrue();
          view.media().dropCleanCaches();
          within(() -> requireAcknowledged(fs, file));
          Waits.until("the volume is hung", LIMIT, () -> condition(view, bad).equals("HUNG"));
          within(() -> appendAndSync(log));
          assertThat(isHanging(view, disk)).isTrue();

          view.media().heal(disk);
          Waits.until("it answers", LIMIT, () -> condition(view, bad).equals("IN_SERVICE"));
          within(() -> appendAndSync(log));
        }
        requireAcknowledged(fs, file);
        Waits.until("it takes new blocks", LIMIT, () -> isOnAll(fs));
        writesToOneNodeWait(view, fs);
      }
    }
  }

  /** A pipeline of one is not cut off, however long its disk hangs. */
  private void writesToOneNodeWait(ClusterView view, DistributedFileSystem fs) throws Exception {
    try (FSDataOutputStream alone = fs.create(new org.apache.hadoop.fs.Path("/alone"), (short) 1)) {
      appendAndSync(alone);
      String only = nameOf(view, pipeline(alone)[0]);
      Volume disk = VolumeNames.find(view.record().volumes(), only + "/DISK");
      view.media().hang(disk, Hang.ALL);
      Future<?> done =
          users.submit(
              () -> {
                appendAndSync(alone);
                return null;
              });
      Waits.until("the volume is hung", LIMIT, () -> condition(view, only).equals("HUNG"));
      assertThat(done.isDone()).isFalse();
      view.media().heal(disk);
      done.get(2, TimeUnit.MINUTES);
    }
  }

  private void appendAndSync(FSDataOutputStream out) throws IOException {
    out.write(bytes, written, RECORD_BYTES);
    out.hsync();
    written += RECORD_BYTES;
  }

  private static DatanodeInfo[] pipeline(FSDataOutputStream out) throws IOException {
    if (((HdfsDataOutputStream) out).getWrappedStream() instanceof DFSOutputStream stream) {
      return stream.getPipeline();
    }
    throw new IOException("no stream of HDFS");
  }

  private static String nameOf(ClusterView view, DatanodeInfo node) throws Exception {
    for (int i = 0; i < DATANODES; i++) {
      if (view.dataNode("dn" + i).http().endsWith(":" + node.getInfoPort())) {
        return "dn" + i;
      }
    }
    throw new IOException("nobody knows " + node);
  }

  private static boolean isHanging(ClusterView view, Volume disk) throws Exception {
    return view.media().list().stream()
        .anyMatch(state -> state.volume().equals(disk) && !state.isSound());
  }

  private static String condition(ClusterView view, String name) throws Exception {
    JsonNode volumes =
        JmxPage.read(view.dataNode(name).http(), "Hadoop:service=DataNode,name=TieredVolumes-*");
    return volumes.path("Conditions").path(0).path("value").asText();
  }

  private void requireAcknowledged(FileSystem fs, org.apache.hadoop.fs.Path file)
      throws IOException {
    byte[] read = new byte[written];
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(0, read);
    }
    assertThat(read).isEqualTo(Arrays.copyOf(bytes, written));
  }

  private static boolean isOnAll(FileSystem fs) throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/everywhere");
    try (FSDataOutputStream out = fs.create(file, (short) DATANODES)) {
      out.write(1);
      out.hflush();
      return pipeline(out).length == DATANODES;
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  /** In far less than the minute and more after which clients give up by themselves. */
  private void within(Action action) throws Exception {
    users
        .submit(
            () -> {
              action.run();
              return null;
            })
        .get(50, TimeUnit.SECONDS);
  }
}
