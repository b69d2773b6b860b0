package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

/** Writers that fill a real tmpfs, on a DataNode that has nothing else but a disk. Needs root. */
@Tag("slow")
class FullRamDiskTest {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int FILES_PER_WRITER = 20;
  private static final int WRITERS = 4;

  @TempDir Path folder;
  private Path ramDisk;
  private boolean isMounted;

  @BeforeEach
  void mount() throws Exception {
    ramDisk = Files.createDirectory(folder.resolve("ram"));
    isMounted =
        "root".equals(System.getProperty("user.name"))
            && run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", ramDisk.toString()) == 0;
    assumeTrue(isMounted, "a tmpfs of 16 MB cannot be mounted: that takes root");
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      assertThat(run("umount", ramDisk.toString())).isZero();
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /** Hadoop's default, too, with which Hadoop's own policy would never use such a volume. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 30})
  void aFullTmpfsFallsBackAndNoWriterIsAborted(long additionalBytes) throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setBoolean("dfs.tiered.volume.ram.check", true);
    conf.set("dfs.datanode.fsdataset.factory", TieredFsDatasetFactory.class.getName());
    conf.set(
        "dfs.datanode.fsdataset.volume.choosing.policy",
        "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy");
    conf.set(
        "dfs.datanode.data.dir",
        "[RAMDISK]" + ramDisk.resolve("data") + ",[DISK]" + folder.resolve("disk"));
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(conf, folder.resolve("mini").toFile())
            .numDataNodes(1)
            .manageDataDfsDirs(false);
    // Only now: the builder sets it to 0
    conf.setLong(
        "dfs.datanode.round-robin-volume-choosing-policy.additional-available-space",
        additionalBytes);
    MiniDFSCluster cluster = builder.build();
    try {
      cluster.waitActive();
      Map<String, Integer> types = fill(cluster.getFileSystem());

      assertThat(types.values().stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(WRITERS * FILES_PER_WRITER);
      assertThat(types.getOrDefault("DISK", 0)).isGreaterThan(WRITERS * FILES_PER_WRITER / 2);
      assertThat(types.getOrDefault("RAMDISK", 0)).isGreaterThan(5);
    } finally {
      cluster.shutdown();
    }
  }

  /** Writes five times what the RAM disk holds, and gives how many blocks lie where. */
  private static Map<String, Integer> fill(DistributedFileSystem fs) throws Exception {
    org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/ram");
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, "ALL_RAMDISK");
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> ends = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int number = writer;
      ends.add(
          writers.submit(
              () -> {
                for (int file = 0; file < FILES_PER_WRITER; file++) {
                  DFSTestUtil.createFile(
                      fs,
                      new org.apache.hadoop.fs.Path(directory, number + "-" + file),
                      BLOCK_BYTES,
                      (short) 1,
                      file);
                }
                return true;
              }));
    }
    writers.shutdown();
    for (Future<?> end : ends) {
      end.get();
    }
    Map<String, Integer> types = new TreeMap<>();
    for (var file : fs.listStatus(directory)) {
      assertThat(DFSTestUtil.readFileAsBytes(fs, file.getPath())).hasSize(BLOCK_BYTES);
      org.apache.hadoop.fs.Path path =
          org.apache.hadoop.fs.Path.getPathWithoutSchemeAndAuthority(file.getPath());
      TieredMiniCluster.replicasByType(fs, path)
          .forEach((type, replicas) -> types.merge(type, replicas, Integer::sum));
    }
    return types;
  }
}
