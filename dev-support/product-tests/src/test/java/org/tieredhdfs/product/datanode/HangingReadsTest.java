package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.linux.LinuxTool;
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

/**
 * What readers notice of a device that answers no reads, of files that are opened without it, while
 * it takes what others write.
 */
@Tag("slow")
@Timeout(600)
class HangingReadsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
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

  private ClusterSpec spec(boolean transferTo) throws IOException {
    return ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(DATANODES)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(1))
        .layout(VolumeLayout.parse("SSD=1"))
        .setting("dfs.datanode.transferTo.allowed", String.valueOf(transferTo))
        .setting(
            "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readersGoOnElsewhereAndTheVolumeComesBack(boolean transferTo) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/read");
    try (LocalCluster cluster = new LocalCluster(spec(transferTo), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      try (DistributedFileSystem fs =
          (DistributedFileSystem) DistributedFileSystem.newInstance(view.hdfsConf())) {
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
          bad = nameOf(view, ((HdfsDataInputStream) in).getCurrentDatanode());
          disk = VolumeNames.find(view.record().volumes(), bad + "/SSD");
          dropPages(disk);
          view.media().hang(disk, Hang.READS);
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
        Waits.until("the drop is counted", LIMIT, () -> dropped(view, bad) > 0);
        for (boolean atPosition : new boolean[] {true, false}) {
          users.submit(() -> requireRead(fs, file, atPosition)).get(40, TimeUnit.SECONDS);
        }
        assertThat(isHanging(view, disk)).isTrue();
        Waits.until("writers go on", LIMIT, () -> records.get() > recordsBefore + 10);
        assertThat(isHanging(view, disk)).isTrue();

        view.media().heal(disk);
        Waits.until("it answers", LIMIT, () -> isInService(view, bad));
        Waits.until("nothing is in flight", LIMIT, () -> inFlight(view, bad) == 0);
        requireRead(fs, file, true);
        writer.cancel(true);
      }
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

  private static JsonNode volumes(ClusterView view, String name) throws Exception {
    return JmxPage.read(view.dataNode(name).http(), "Hadoop:service=DataNode,name=TieredVolumes-*");
  }

  private static boolean isInService(ClusterView view, String name) throws Exception {
    return volumes(view, name)
        .path("Conditions")
        .path(0)
        .path("value")
        .asText()
        .equals("IN_SERVICE");
  }

  private static int inFlight(ClusterView view, String name) throws Exception {
    return volumes(view, name).path("OperationsInFlight").path(0).path("value").asInt();
  }

  private static long dropped(ClusterView view, String name) throws Exception {
    return JmxPage.read(view.dataNode(name).http(), "Hadoop:service=DataNode,name=TieredVolume-*")
        .path("DroppedReaders")
        .asLong();
  }
}
