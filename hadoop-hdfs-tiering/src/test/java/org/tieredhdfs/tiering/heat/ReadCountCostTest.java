package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.ObjLongConsumer;
import java.util.stream.DoubleStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.transfer.SentReads;

/**
 * The processor time of client and DataNode together for reads from the page cache, counted and
 * not, in one process, in interleaved pairs. It prints the figures.
 */
@Tag("slow")
class ReadCountCostTest {
  private static final int PAIRS = Integer.getInteger("read.count.cost.pairs", 40);
  private static final int WARM_UP = 10;
  private static final int FILE_BYTES = 256 << 20;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int RANDOM_READS = 4_000;
  private static final int COUNTS = 5_000_000;
  private static final Path FILE = new Path("/file");

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @TempDir File folder;

  /** What is measured. */
  private interface Load {
    void run(DistributedFileSystem fs) throws IOException;
  }

  private static void readAll(DistributedFileSystem fs) throws IOException {
    byte[] buffer = new byte[1 << 20];
    try (FSDataInputStream in = fs.open(FILE)) {
      for (int left = FILE_BYTES; left > 0; left -= buffer.length) {
        in.readFully(buffer);
      }
    }
  }

  private static void readAnywhere(DistributedFileSystem fs) throws IOException {
    byte[] buffer = new byte[4_096];
    Random random = new Random(1);
    try (FSDataInputStream in = fs.open(FILE)) {
      for (int i = 0; i < RANDOM_READS; i++) {
        in.readFully(random.nextInt(FILE_BYTES - buffer.length), buffer);
      }
    }
  }

  private static double cpuSec(DistributedFileSystem fs, Load load) throws IOException {
    long startNanos = PROCESS.getProcessCpuTime();
    load.run(fs);
    return (PROCESS.getProcessCpuTime() - startNanos) / 1e9;
  }

  private static List<Double> ratios(DistributedFileSystem fs, DataNode node, Load load)
      throws IOException {
    ObjLongConsumer<ExtendedBlock> counter = SentReads.COUNTERS.get(node);
    List<Double> ratios = new ArrayList<>();
    for (int i = -WARM_UP; i < PAIRS; i++) {
      double[] sec = new double[2];
      // who comes first takes turns
      for (int counted : i % 2 == 0 ? new int[] {0, 1} : new int[] {1, 0}) {
        if (counted == 1) {
          SentReads.COUNTERS.put(node, counter);
        } else {
          SentReads.COUNTERS.remove(node);
        }
        sec[counted] = cpuSec(fs, load);
      }
      if (i >= 0) {
        ratios.add(sec[1] / sec[0]);
      }
    }
    SentReads.COUNTERS.put(node, counter);
    return ratios;
  }

  private static void print(String what, List<Double> ratios) {
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
    double mean = DoubleStream.of(sorted).map(Math::log).average().orElse(Double.NaN);
    double variance =
        DoubleStream.of(sorted).map(ratio -> Math.pow(Math.log(ratio) - mean, 2)).sum()
            / (sorted.length - 1);
    double margin = 2 * Math.sqrt(variance / sorted.length);
    System.out.printf(
        Locale.ROOT,
        "%s: counted / not counted %.4f (95 %% of the mean: %.4f to %.4f), median %.4f%n",
        what,
        Math.exp(mean),
        Math.exp(mean - margin),
        Math.exp(mean + margin),
        sorted[sorted.length / 2]);
  }

  /** What one count takes, whatever else varies from read to read. */
  private static double countNanos(MiniDFSCluster cluster, DataNode node) throws IOException {
    ExtendedBlock block = DFSTestUtil.getFirstBlock(cluster.getFileSystem(), FILE);
    ObjLongConsumer<ExtendedBlock> counter = Objects.requireNonNull(SentReads.COUNTERS.get(node));
    long startNanos = 0;
    for (int i = -COUNTS; i < COUNTS; i++) {
      if (i == 0) {
        startNanos = PROCESS.getProcessCpuTime();
      }
      counter.accept(block, 4_096);
    }
    return (double) (PROCESS.getProcessCpuTime() - startNanos) / COUNTS;
  }

  @Test
  void whatCountingCostsIsPrinted() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", BLOCK_BYTES);
    conf.set("dfs.datanode.plugins", ReadCounter.class.getName());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, folder).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      DFSTestUtil.createFile(fs, FILE, FILE_BYTES, (short) 1, 1);
      DataNode node = cluster.getDataNodes().get(0);

      List<Double> all = ratios(fs, node, ReadCountCostTest::readAll);
      List<Double> anywhere = ratios(fs, node, ReadCountCostTest::readAnywhere);

      double countNanos = countNanos(cluster, node);
      System.out.printf(Locale.ROOT, "one count takes %.0f ns of processor time%n", countNanos);
      print("256 MB in blocks of 1 MB", all);
      print("4,000 reads of 4 KB at any place", anywhere);
      assertThat(all).hasSize(PAIRS);
      assertThat(anywhere).hasSize(PAIRS);
    }
  }
}
