package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.IOUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.waits.Waits;

/** Both policies in a real DataNode with four volumes. */
class PluggedInPolicyTest {
  private static final int VOLUMES = 4;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private @Nullable MiniDFSCluster cluster;

  private MiniDFSCluster start(Class<?> policy, Configuration conf) throws IOException {
    conf.set(DFSConfigKeys.DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY, policy.getName());
    conf.set(ChoosingKeys.ADDITIONAL_SPACE.name(), "0");
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_SYNCONCLOSE_KEY, true);
    MiniDFSCluster started =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storagesPerDatanode(VOLUMES)
            .build();
    cluster = started;
    started.waitActive();
    return started;
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }

  /** Without try-with-resources: a failed stream throws the same exception once more. */
  private static void write(FileSystem fs, String name, int blocks) throws IOException {
    FSDataOutputStream out = fs.create(path(name), (short) 1);
    try {
      byte[] block = new byte[BLOCK_BYTES];
      for (int i = 0; i < blocks; i++) {
        out.write(block);
      }
      out.close();
    } finally {
      IOUtils.closeStream(out);
    }
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static long[] blocksOfVolumes(MiniDFSCluster running) throws IOException {
    long[] counts = new long[VOLUMES];
    for (int i = 0; i < VOLUMES; i++) {
      File volume = running.getInstanceStorageDir(0, i);
      try (Stream<Path> files = Files.walk(volume.toPath())) {
        counts[i] =
            files
                .map(file -> String.valueOf(file.getFileName()))
                .filter(name -> name.startsWith("blk_") && !name.endsWith(".meta"))
                .count();
      }
    }
    return counts;
  }

  /** The volumes of the newest policy of that name that JMX shows. */
  private static List<CompositeData> shown(Class<?> policy) throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> names =
        beans.queryNames(
            new ObjectName("Hadoop:service=DataNode,name=" + VolumeChoosingStatus.NAME + "*"),
            null);
    ObjectName newest = null;
    for (ObjectName name : names) {
      // Those of clusters that were shut down stay until they are collected
      if (policy.getSimpleName().equals(beans.getAttribute(name, "Policy"))
          && (newest == null || number(name) > number(newest))) {
        newest = name;
      }
    }
    if (newest == null) {
      throw new AssertionError("No bean shows " + policy + " among " + names);
    }
    CompositeData[] volumes = (CompositeData[]) beans.getAttribute(newest, "Volumes");
    assertThat(volumes).hasSize(VOLUMES);
    return List.of(volumes);
  }

  private static int number(ObjectName name) {
    String number = name.getKeyProperty("name").substring(VolumeChoosingStatus.NAME.length());
    return number.isEmpty() ? 0 : Integer.parseInt(number.substring(1));
  }

  private static double sum(List<CompositeData> volumes, String attribute) {
    return volumes.stream()
        .mapToDouble(volume -> ((Number) volume.get(attribute)).doubleValue())
        .sum();
  }

  @Test
  void roundRobinPutsTheSameNumberOfBlocksOnEachVolume() throws Exception {
    MiniDFSCluster running =
        start(StorageTypeRoundRobinVolumeChoosingPolicy.class, new HdfsConfiguration());
    DistributedFileSystem fs = running.getFileSystem();
    for (int i = 0; i < 10; i++) {
      write(fs, "/file" + i, 4);
    }
    assertThat(blocksOfVolumes(running)).containsOnly(10);
    assertThat(sum(shown(StorageTypeRoundRobinVolumeChoosingPolicy.class), "chosen")).isEqualTo(40);
  }

  @Test
  void latencyAwareMeasuresVolumesByWhatOurDatasetReports() throws Exception {
    MiniDFSCluster running = start(LatencyAwareVolumeChoosingPolicy.class, withOurDataset());
    DistributedFileSystem fs = running.getFileSystem();
    ExecutorService writers = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> files = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String name = "/file" + i;
        files.add(
            () -> {
              write(fs, name, 5);
              return null;
            });
      }
      for (Future<Void> file : writers.invokeAll(files)) {
        file.get();
      }
    } finally {
      writers.shutdownNow();
    }
    assertThat(Arrays.stream(blocksOfVolumes(running)).sum()).isEqualTo(200);
    assertThat(blocksOfVolumes(running)).doesNotContain(0);
    Waits.until(
        "the judge of volumes has seen what was written",
        LIMIT,
        () ->
            shown(LatencyAwareVolumeChoosingPolicy.class).stream()
                .allMatch(volume -> (double) volume.get("speedBytesPerSec") > 0));
    List<CompositeData> volumes = shown(LatencyAwareVolumeChoosingPolicy.class);
    assertThat(volumes)
        .allSatisfy(
            volume -> {
              assertThat(volume.get("state")).isEqualTo("IN_SERVICE");
              assertThat((double) volume.get("syncLatencyMs")).isPositive();
              assertThat((double) volume.get("writeLatencyMs")).isPositive();
            });
    assertThat(sum(volumes, "chosen")).isEqualTo(200);
  }

  private static Configuration withOurDataset() {
    Configuration conf = new HdfsConfiguration();
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    return conf;
  }

  @Test
  void blocksCountFromTheChoiceUntilTheirWriterIsThroughHoweverItEnds() throws Exception {
    MiniDFSCluster running = start(LatencyAwareVolumeChoosingPolicy.class, withOurDataset());
    DistributedFileSystem fs = running.getFileSystem();
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 0; i < VOLUMES; i++) {
      FSDataOutputStream stream = fs.create(path("/open" + i), (short) 1);
      stream.write(1);
      stream.hflush();
      open.add(stream);
    }
    List<CompositeData> volumes = shown(LatencyAwareVolumeChoosingPolicy.class);
    assertThat(volumes).extracting(volume -> volume.get("openBlocks")).containsOnly(1);
    assertThat(volumes)
        .extracting(volume -> (long) volume.get("bytesInFlight"))
        .allMatch(bytes -> bytes > 0 && bytes <= BLOCK_BYTES);

    open.get(0).close();
    assertThat(sum(shown(LatencyAwareVolumeChoosingPolicy.class), "openBlocks")).isEqualTo(3);
    fs.append(path("/open0")).close();
    FSDataOutputStream appended = fs.append(path("/open0"));
    appended.write(1);
    appended.hflush();
    assertThat(sum(shown(LatencyAwareVolumeChoosingPolicy.class), "openBlocks")).isEqualTo(4);
    open.set(0, appended);
    for (FSDataOutputStream stream : open) {
      DFSTestUtil.abortStream((DFSOutputStream) stream.getWrappedStream());
    }
    long endNanos = System.nanoTime() + 20_000_000_000L;
    while (sum(shown(LatencyAwareVolumeChoosingPolicy.class), "openBlocks") > 0) {
      assertThat(System.nanoTime()).isLessThan(endNanos);
      Thread.sleep(20);
    }
    assertThat(sum(shown(LatencyAwareVolumeChoosingPolicy.class), "bytesInFlight")).isZero();
  }

  @Test
  void aChoiceThatCameToNothingDoesNotCount() throws Exception {
    MiniDFSCluster running = start(LatencyAwareVolumeChoosingPolicy.class, withOurDataset());
    DataNode datanode = running.getDataNodes().get(0);
    ExtendedBlock block =
        new ExtendedBlock(running.getNamesystem().getBlockPoolId(), 9_000_000_000L, 1 << 20, 1001);
    for (int i = 0; i < VOLUMES; i++) {
      File dir =
          MiniDFSCluster.getRbwDir(running.getInstanceStorageDir(0, i), block.getBlockPoolId());
      // In the way of the block's file
      assertThat(new File(dir, block.getBlockName()).mkdirs()).isTrue();
    }
    assertThatThrownBy(
            () -> datanode.getFSDataset().createRbw(StorageType.DISK, "", block, false, 0))
        .isInstanceOf(IOException.class);
    List<CompositeData> volumes = shown(LatencyAwareVolumeChoosingPolicy.class);
    assertThat(sum(volumes, "chosen")).isEqualTo(1);
    assertThat(sum(volumes, "openBlocks")).isZero();
    assertThat(sum(volumes, "bytesInFlight")).isZero();
  }
}
