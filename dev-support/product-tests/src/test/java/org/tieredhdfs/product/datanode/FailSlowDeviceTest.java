package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** What clients notice of a disk that hangs in the kernel below one of several real DataNodes. */
@Tag("slow")
@Timeout(600)
class FailSlowDeviceTest {
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

  private ClusterSpec.Builder spec() throws IOException {
    return DeviceCluster.spec(tmp, DATANODES, "DISK=1", 1)
        .setting("dfs.tiered.volume.hang.timeout", "10s")
        .setting("dfs.tiered.volume.hang.check.interval", "100ms")
        .setting("dfs.tiered.type.DISK.cutoff.timeout", "2s");
  }

  @Test
  void itsUsersGoOnAndTheVolumeComesBack() throws Exception {
    try (DeviceCluster cluster = DeviceCluster.start(spec())) {
      DistributedFileSystem fs = cluster.fs();
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/log");
      try (FSDataOutputStream log = fs.create(file, (short) 3)) {
        appendAndSync(log);
        String bad = cluster.nameOf(pipeline(log)[1]);
        Volume disk = cluster.volume(bad + "/DISK");
        cluster.media().hang(disk, Hang.ALL);
        for (int record = 0; record < 3; record++) {
          within(() -> appendAndSync(log));
        }
        // It is not the device that let them go on
        assertThat(cluster.isHanging(disk)).isTrue();
        cluster.media().dropCleanCaches();
        within(() -> requireAcknowledged(fs, file));
        Waits.until("the volume is hung", LIMIT, () -> cluster.condition(bad).equals("HUNG"));
        within(() -> appendAndSync(log));
        assertThat(cluster.isHanging(disk)).isTrue();

        cluster.media().heal(disk);
        Waits.until("it answers", LIMIT, () -> cluster.condition(bad).equals("IN_SERVICE"));
        within(() -> appendAndSync(log));
      }
      requireAcknowledged(fs, file);
      Waits.until("it takes new blocks", LIMIT, () -> isOnAll(fs));
      writesToOneNodeWait(cluster);
    }
  }

  /** A pipeline of one is not cut off, however long its disk hangs. */
  private void writesToOneNodeWait(DeviceCluster cluster) throws Exception {
    try (FSDataOutputStream alone =
        cluster.fs().create(new org.apache.hadoop.fs.Path("/alone"), (short) 1)) {
      appendAndSync(alone);
      String only = cluster.nameOf(pipeline(alone)[0]);
      Volume disk = cluster.volume(only + "/DISK");
      cluster.media().hang(disk, Hang.ALL);
      Future<?> done =
          users.submit(
              () -> {
                appendAndSync(alone);
                return null;
              });
      Waits.until("the volume is hung", LIMIT, () -> cluster.condition(only).equals("HUNG"));
      assertThat(done.isDone()).isFalse();
      cluster.media().heal(disk);
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
