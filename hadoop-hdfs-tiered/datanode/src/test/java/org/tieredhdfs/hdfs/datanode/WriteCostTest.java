package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.Lists;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.waits.Waits;

/**
 * The processor time of client and DataNode together for a gigabyte written to memory, with our
 * dataset and with Hadoop's, in one process, in interleaved pairs. The results are in {@code
 * target/bench/write-cost.tsv}.
 */
@Tag("slow")
class WriteCostTest {
  private static final int PAIRS = Integer.getInteger("write.cost.pairs", 12);
  private static final int WARM_UP = 3;
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int FILE_BYTES = 512 << 20;
  private static final Path RESULTS = Path.of("target", "bench", "write-cost.tsv");
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static MiniDFSCluster start(Path folder, boolean ours) throws IOException {
    Configuration conf = OneNode.configuration(false);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 128 << 20);
    if (ours) {
      // With the defaults of everything else
      conf.set(
          DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    }
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.resolve(ours ? "ours" : "stock").toFile())
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .build();
    cluster.waitActive();
    return cluster;
  }

  /** Processor seconds of the process for a gigabyte. */
  private static double cpuSecPerGb(MiniDFSCluster cluster) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/file");
    byte[] buffer = new byte[BUFFER_BYTES];
    long startNanos = PROCESS.getProcessCpuTime();
    try (FSDataOutputStream out = cluster.getFileSystem().create(file)) {
      for (int i = 0; i < FILE_BYTES / BUFFER_BYTES; i++) {
        out.write(buffer);
      }
    }
    long tookNanos = PROCESS.getProcessCpuTime() - startNanos;
    cluster.getFileSystem().delete(file, false);
    File data = new File(cluster.getDataDirectory());
    Waits.until("its blocks are deleted", Duration.ofMinutes(2), () -> blocks(data) == 0);
    return tookNanos / 1e9 * (1 << 30) / FILE_BYTES;
  }

  private static long blocks(File data) throws IOException {
    try (Stream<Path> files = Files.walk(data.toPath())) {
      return files.filter(file -> String.valueOf(file.getFileName()).startsWith("blk_")).count();
    }
  }

  @Test
  void countingEachCallCostsNothingThatMatters() throws Exception {
    Path folder = Files.createTempDirectory(MEMORY, "write-cost");
    List<String> lines = Lists.newArrayList("pair\tstockCpuSecPerGb\toursCpuSecPerGb\tratio");
    List<Double> ratios = new ArrayList<>();
    MiniDFSCluster stock = start(folder, false);
    try {
      MiniDFSCluster ours = start(folder, true);
      try {
        for (int i = -WARM_UP; i < PAIRS; i++) {
          // Who comes first takes turns
          double first = cpuSecPerGb(i % 2 == 0 ? stock : ours);
          double second = cpuSecPerGb(i % 2 == 0 ? ours : stock);
          double stockSec = i % 2 == 0 ? first : second;
          double oursSec = i % 2 == 0 ? second : first;
          if (i >= 0) {
            ratios.add(oursSec / stockSec);
            lines.add(
                String.format(
                    Locale.ROOT, "%d\t%.3f\t%.3f\t%.3f", i, stockSec, oursSec, oursSec / stockSec));
          }
        }
      } finally {
        ours.shutdown(true);
      }
    } finally {
      stock.shutdown(true);
      org.apache.commons.io.FileUtils.deleteQuietly(folder.toFile());
    }
    Files.createDirectories(RESULTS.getParent());
    Files.write(RESULTS, lines);
    lines.forEach(System.out::println);
    assertThat(ratios).hasSize(PAIRS);
  }
}
