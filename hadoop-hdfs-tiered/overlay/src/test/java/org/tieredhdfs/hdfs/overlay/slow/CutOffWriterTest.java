package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.hdfs.health.ReportedVolumes;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.waits.Waits;

/** That a writer goes on without a volume that does not answer, and without that one alone. */
// a cut-off time of 400 ms: where the disk is busy with other work, other nodes may be cut off, too
@Tag("slow")
@Timeout(300)
class CutOffWriterTest {
  private static final int BYTES = 300_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;
  private final byte[] bytes = new byte[BYTES];
  private final ExecutorService writers = Executors.newCachedThreadPool();

  @AfterEach
  void endWriters() {
    writers.shutdownNow();
  }

  /** What happens while the volume is stuck. */
  private enum Step {
    HFLUSH,
    HSYNC,
    CLOSE;

    Set<OPERATION> stuck() {
      return switch (this) {
        case HFLUSH -> EnumSet.of(OPERATION.WRITE);
        case HSYNC -> EnumSet.of(OPERATION.SYNC);
        case CLOSE -> StuckVolume.CHANGES;
      };
    }

    void run(FSDataOutputStream out) throws IOException {
      switch (this) {
        case HFLUSH -> out.hflush();
        case HSYNC -> out.hsync();
        case CLOSE -> out.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0,HFLUSH", "1,HSYNC", "2,HFLUSH", "2,HSYNC", "0,CLOSE", "1,CLOSE", "2,CLOSE"})
  void itsPipelineGoesOnWithoutTheNodeOfTheVolume(int place, Step step) throws Exception {
    new Random(place).nextBytes(bytes);
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 4, 2)) {
      int threadsBefore = cluster.dfs.getDataNodes().get(0).getXceiverCount();
      FSDataOutputStream out = cluster.fs.create(path, (short) 3);
      out.write(bytes, 0, BYTES / 3);
      out.hflush();
      DatanodeInfo[] pipeline = SlowCluster.pipeline(out);
      DataNode bad = cluster.node(pipeline[place]);
      StuckVolume volume = cluster.stick(bad, cluster.storageOf(bad, path), step.stuck());
      out.write(bytes, BYTES / 3, BYTES / 3);
      if (place < 2 && step == Step.HFLUSH) {
        // It acknowledges what it passes on before it has written it
        out.hflush();
        Waits.until("the writer is stuck", LIMIT, () -> volume.waiting() > 0);
      }
      out.write(bytes, 2 * BYTES / 3, 1);
      within(() -> step.run(out));
      // It did not wait for the volume, which is stuck
      assertThat(volume.waiting()).isPositive();
      if (step != Step.CLOSE) {
        assertThat(SlowCluster.pipeline(out)).hasSize(3).doesNotContain(pipeline[place]);
        out.write(bytes, 2 * BYTES / 3 + 1, BYTES / 3 - 1);
        within(out::close);
        assertThat(volume.waiting()).isPositive();
      }
      byte[] content = DFSTestUtil.readFileAsBytes(cluster.fs, path);
      assertThat(content)
          .isEqualTo(Arrays.copyOf(bytes, content.length))
          .hasSizeGreaterThan(BYTES / 2);
      assertThat(SlowCluster.cutOff(bad)).isEqualTo(1);
      for (DataNode other : cluster.dfs.getDataNodes()) {
        if (other != bad) {
          assertThat(SlowCluster.cutOff(other)).isZero();
        }
      }

      volume.answer();
      Waits.until("all that was counted in is out", LIMIT, () -> isIdle(bad, threadsBefore));
      Waits.until("no transfer is known", LIMIT, () -> Transfers.byThread().isEmpty());
      cluster.dfs.triggerBlockReports();
      DFSTestUtil.waitReplication(cluster.fs, path, (short) 3);
    }
  }

  /** Whether no writer is left: threads, and room that was kept. */
  private static boolean isIdle(DataNode datanode, int threadsBefore) throws IOException {
    boolean isIdle = datanode.getXceiverCount() <= threadsBefore;
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        isIdle &= ((FsVolumeImpl) volume).getReservedForReplicas() == 0;
      }
    }
    return isIdle;
  }

  private interface Action {
    void run() throws IOException;
  }

  private void within(Action action) throws Exception {
    Future<?> done =
        writers.submit(
            () -> {
              action.run();
              return null;
            });
    // Far below the timeouts of clients, far above what it takes
    done.get(40, TimeUnit.SECONDS);
  }

  @Test
  void aNewBlockGoesElsewhere() throws Exception {
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 4, 1)) {
      DataNode bad = cluster.dfs.getDataNodes().get(1);
      StuckVolume volume = cluster.stick(bad, cluster.storage(bad), StuckVolume.CHANGES);
      // Sooner or later one of them is put there
      for (int file = 0; SlowCluster.cutOff(bad) == 0; file++) {
        Path path = new Path("/file-" + file);
        within(() -> DFSTestUtil.writeFile(cluster.fs, path, bytes));
        assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
      }
      assertThat(volume.waiting()).isPositive();
      volume.answer();
    }
  }

  @Test
  void aPipelineOfOneWaits() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 2, 2)) {
      FSDataOutputStream out = cluster.fs.create(path, (short) 1);
      out.write(bytes, 0, BYTES / 3);
      out.hflush();
      DataNode only = cluster.node(SlowCluster.pipeline(out)[0]);
      StuckVolume volume = cluster.stick(only, cluster.storageOf(only, path), StuckVolume.CHANGES);
      out.write(bytes, BYTES / 3, BYTES / 3);
      Future<?> done =
          writers.submit(
              () -> {
                out.hflush();
                return null;
              });
      Waits.until("the writer is stuck", LIMIT, () -> volume.waiting() > 0);
      // Others would have been cut off several times
      Thread.sleep(2_000);
      assertThat(done.isDone()).isFalse();
      volume.answer();
      done.get(40, TimeUnit.SECONDS);
      out.close();
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path))
          .isEqualTo(Arrays.copyOf(bytes, 2 * BYTES / 3));
      assertThat(SlowCluster.cutOff(only)).isZero();
    }
  }

  /** As on storage that DataNodes share and that stops for a while: too few can take over. */
  @ParameterizedTest
  @CsvSource({"3,3", "4,4", "4,2"})
  void aWriterWaitsWhereSeveralVolumesStop(int datanodes, int stopped) throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), datanodes, 1)) {
      FSDataOutputStream out = cluster.fs.create(path, (short) 3);
      out.write(bytes, 0, BYTES / 3);
      out.hsync();
      List<StuckVolume> volumes = new ArrayList<>();
      for (DataNode node : pipelineFirst(cluster, out).subList(0, stopped)) {
        volumes.add(cluster.stick(node, cluster.storage(node), StuckVolume.CHANGES));
        cluster.call(cluster.storage(node), OPERATION.MKDIRS);
      }
      out.write(bytes, BYTES / 3, BYTES / 3);
      Future<?> done =
          writers.submit(
              () -> {
                out.hsync();
                return null;
              });
      for (StuckVolume volume : volumes) {
        Waits.until("it is stuck", LIMIT, () -> volume.waiting() > 0);
      }
      // One after the other would have been cut off several times
      Thread.sleep(3_000);
      assertThat(done.isDone()).isFalse();
      volumes.forEach(StuckVolume::answer);
      done.get(40, TimeUnit.SECONDS);
      assertThat(SlowCluster.pipeline(out)).hasSize(3);
      out.close();
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path))
          .isEqualTo(Arrays.copyOf(bytes, 2 * BYTES / 3));
    }
  }

  /** Two DataNodes cut it off in the same moment, and others take their place. */
  @Test
  void aWriterGoesOnWhereTwoVolumesStopAndEnoughOthersAnswer() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 6, 1)) {
      FSDataOutputStream out = cluster.fs.create(path, (short) 3);
      out.write(bytes, 0, BYTES / 3);
      out.hsync();
      List<DataNode> stopped = pipelineFirst(cluster, out).subList(0, 2);
      for (DataNode node : stopped) {
        cluster.stick(node, cluster.storage(node), StuckVolume.CHANGES);
      }
      out.write(bytes, BYTES / 3, BYTES / 3);
      within(out::hsync);
      assertThat(pipelineFirst(cluster, out).subList(0, 3)).doesNotContainAnyElementsOf(stopped);
      within(out::close);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path))
          .isEqualTo(Arrays.copyOf(bytes, 2 * BYTES / 3));
    }
  }

  private static List<DataNode> pipelineFirst(SlowCluster cluster, FSDataOutputStream out)
      throws IOException {
    List<DataNode> nodes = new ArrayList<>();
    for (DatanodeInfo info : SlowCluster.pipeline(out)) {
      nodes.add(cluster.node(info));
    }
    cluster.dfs.getDataNodes().stream().filter(node -> !nodes.contains(node)).forEach(nodes::add);
    return nodes;
  }

  /** An append with other DataNodes is refused there, so that it continues with them. */
  @Test
  void anAppendToAPipelineOfOneWaitsForAVolumeThatHangs() throws Exception {
    Path path = new Path("/file");
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.hang.timeout", "2s");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 2, 1)) {
      DFSTestUtil.createFile(cluster.fs, path, BYTES, (short) 1, 1);
      byte[] before = DFSTestUtil.readFileAsBytes(cluster.fs, path);
      DataNode only =
          cluster.node(DFSTestUtil.getAllBlocks(cluster.fs, path).get(0).getLocations()[0]);
      String storage = cluster.storageOf(only, path);
      StuckVolume volume = cluster.stick(only, storage, StuckVolume.CHANGES);
      cluster.call(storage, OPERATION.MKDIRS);
      Waits.until("the volume hangs", LIMIT, () -> isHung(storage));
      int stuck = volume.waiting();
      Future<?> done = writers.submit(() -> append(cluster, path));
      Waits.until("the append waits", LIMIT, () -> volume.waiting() > stuck || done.isDone());
      assertThat(done.isDone()).isFalse();
      volume.answer();
      done.get(40, TimeUnit.SECONDS);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path))
          .startsWith(before)
          .hasSize(BYTES + 1);
      assertThat(SlowCluster.cutOff(only)).isZero();
    }
  }

  private static boolean isHung(String storageId) {
    VolumeReport told = ReportedVolumes.find(storageId);
    return told != null && told.condition() == VolumeCondition.HUNG;
  }

  private static Void append(SlowCluster cluster, Path path) throws IOException {
    try (FSDataOutputStream out = cluster.fs.append(path)) {
      out.write(1);
    }
    return null;
  }
}
