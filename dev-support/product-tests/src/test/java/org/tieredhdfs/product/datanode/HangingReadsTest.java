package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/**
 * What readers notice of a device that answers no reads, of files that are opened without it, while
 * it takes what others write.
 */
@Tag("slow")
@Timeout(600)
class HangingReadsTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int DATANODES = 3;

  /** More than fits into the buffers between a DataNode and a client. */
  private static final int BYTES = 32 << 20;

  private static final int FIRST_BYTES = 1 << 20;

  @TempDir Path tmp;
  private final ExecutorService users = Executors.newCachedThreadPool();
  private final byte[] bytes = new byte[BYTES];

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
    new Random(1).nextBytes(bytes);
  }

  @AfterEach
  void endUsers() {
    users.shutdownNow();
  }

  private ClusterSpec.Builder spec(boolean transferTo) throws IOException {
    return DeviceCluster.spec(tmp, DATANODES, "SSD=1", 1)
        .setting("dfs.datanode.transferTo.allowed", String.valueOf(transferTo));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readersGoOnElsewhereAndTheVolumeComesBack(boolean transferTo) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/read");
    try (DeviceCluster cluster = DeviceCluster.start(spec(transferTo))) {
      DistributedFileSystem fs = cluster.fs();
      fs.setStoragePolicy(new org.apache.hadoop.fs.Path("/"), "ALL_SSD");
      try (FSDataOutputStream out = fs.create(file, (short) 2)) {
        out.write(bytes);
        out.hsync();
      }
      // A machine that is too slow for its devices loses one, and gets it back
      Waits.until(
          "both replicas are known",
          LIMIT,
          () -> fs.getFileBlockLocations(file, 0, 1)[0].getNames().length == 2);
      AtomicInteger records = new AtomicInteger();
      Future<?> writer = users.submit(() -> append(fs, records));
      Waits.until("the log has records", LIMIT, () -> records.get() > 10);
      String bad;
      Volume disk;
      int recordsBefore;
      byte[] read = new byte[BYTES];
      try (FSDataInputStream in = fs.open(file)) {
        in.readFully(read, 0, FIRST_BYTES);
        bad = cluster.nameOf(((HdfsDataInputStream) in).getCurrentDatanode());
        disk = cluster.volume(bad + "/SSD");
        dropPages(disk);
        cluster.media().hang(disk, Hang.READS);
        recordsBefore = records.get();
        Future<?> rest =
            users.submit(
                () -> {
                  in.readFully(read, FIRST_BYTES, BYTES - FIRST_BYTES);
                  return null;
                });
        // Far below the minute after which clients give up by themselves
        rest.get(40, TimeUnit.SECONDS);
      }
      assertThat(read).isEqualTo(bytes);
      // Its metrics are some seconds old
      Waits.until("the drop is counted", LIMIT, () -> dropped(cluster, bad) > 0);
      for (boolean atPosition : new boolean[] {true, false}) {
        users.submit(() -> requireRead(fs, file, atPosition)).get(40, TimeUnit.SECONDS);
      }
      assertThat(cluster.isHanging(disk)).isTrue();
      Waits.until("writers go on", LIMIT, () -> records.get() > recordsBefore + 10);
      assertThat(cluster.isHanging(disk)).isTrue();

      cluster.media().heal(disk);
      Waits.until("it answers", LIMIT, () -> cluster.condition(bad).equals("IN_SERVICE"));
      Waits.until("nothing is in flight", LIMIT, () -> inFlight(cluster, bad) == 0);
      requireRead(fs, file, true);
      writer.cancel(true);
    }
  }

  /** Of finished blocks, not of folders and inodes: opening a file then needs no device. */
  private static void dropPages(Volume disk) throws IOException {
    String path = disk.path().toString();
    LinuxTool.run(LIMIT, "sync", "--file-system", path);
    // With count=0 it reads nothing, and has the kernel drop the pages of the file
    LinuxTool.run(
        LIMIT,
        List.of(
            "find",
            path + "/current",
            "-path",
            "*/finalized/*",
            "-name",
            "blk_*",
            "-exec",
            "dd",
            "if={}",
            "iflag=nocache",
            "count=0",
            "status=none",
            ";"));
  }

  /** Has each device take something all the time. */
  private Void append(DistributedFileSystem fs, AtomicInteger records) throws IOException {
    try (FSDataOutputStream log =
        fs.create(new org.apache.hadoop.fs.Path("/log"), (short) DATANODES)) {
      while (!Thread.currentThread().isInterrupted()) {
        log.write(bytes, 0, 10_000);
        log.hsync();
        records.incrementAndGet();
      }
    }
    return null;
  }

  private Void requireRead(
      DistributedFileSystem fs, org.apache.hadoop.fs.Path file, boolean atPosition)
      throws IOException {
    byte[] read = new byte[BYTES];
    try (FSDataInputStream in = fs.open(file)) {
      if (atPosition) {
        in.readFully(0, read);
      } else {
        in.readFully(read);
      }
    }
    assertThat(read).isEqualTo(bytes);
    return null;
  }

  private static int inFlight(DeviceCluster cluster, String name) throws Exception {
    return cluster.volumes(name).path("OperationsInFlight").path(0).path("value").asInt();
  }

  private static long dropped(DeviceCluster cluster, String name) throws Exception {
    return cluster.bean(name, "TieredVolume-*").path("DroppedReaders").asLong();
  }
}
