package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What createRbw and finalizeBlock cost in our dataset and in Hadoop's, in one process, turn by
 * turn. The results are in {@code target/bench/create-finalize.tsv}.
 */
@Tag("slow")
class CreateAndFinalizeCostTest {
  private static final int ROUNDS = 40;
  private static final int BLOCKS_PER_ROUND = 400;
  private static final Path RESULTS = Path.of("target", "bench", "create-finalize.tsv");

  @TempDir File folder;

  /** One DataNode that is measured. */
  private static final class Side implements AutoCloseable {
    private final MiniDFSCluster cluster;
    private final FsDatasetSpi<?> dataset;
    private final String pool;
    private final List<Double> microsPerBlock = new ArrayList<>();
    private long nextBlockId = 1L << 40;

    Side(File folder, boolean ours, int volumes) throws Exception {
      Configuration conf = OneNode.configuration(false);
      if (ours) {
        // With the defaults of everything else
        conf.set(
            DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
            TieredFsDatasetFactory.class.getName());
      }
      cluster =
          new MiniDFSCluster.Builder(conf, new File(folder, ours ? "ours" : "stock"))
              .numDataNodes(1)
              .storagesPerDatanode(volumes)
              .build();
      cluster.waitActive();
      dataset = cluster.getDataNodes().get(0).getFSDataset();
      pool = cluster.getNamesystem().getBlockPoolId();
    }

    void round(int threads) throws Exception {
      int each = BLOCKS_PER_ROUND / threads;
      List<Background<Boolean>> running = new ArrayList<>();
      long startNanos = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        long first = nextBlockId;
        nextBlockId += each;
        running.add(new Background<>("creator " + i, () -> create(first, each)));
      }
      for (Background<Boolean> thread : running) {
        assertThat(thread.get(60_000)).isTrue();
      }
      microsPerBlock.add((System.nanoTime() - startNanos) / 1e3 / (each * threads));
    }

    private boolean create(long firstId, int count) throws Exception {
      for (long id = firstId; id < firstId + count; id++) {
        ExtendedBlock block = new ExtendedBlock(pool, id, 1024, 1001);
        OneNode.makeFiles(dataset.createRbw(StorageType.DISK, "", block, false, 0));
        block.setNumBytes(0);
        dataset.finalizeBlock(block, false);
      }
      return true;
    }

    /** The median of the second half of the rounds; the first half warms up. */
    double medianMicros() {
      double[] sorted =
          microsPerBlock.subList(microsPerBlock.size() / 2, microsPerBlock.size()).stream()
              .mapToDouble(Double::doubleValue)
              .sorted()
              .toArray();
      return sorted[sorted.length / 2];
    }

    @Override
    public void close() {
      cluster.shutdown(true);
    }
  }

  @Test
  void isNoneThatMatters() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("volumes\tthreads\tstockMicrosPerBlock\toursMicrosPerBlock\tratio");
    double ratioOfOne = 0;
    for (int[] shape : Arrays.asList(new int[] {1, 1}, new int[] {1, 4}, new int[] {8, 8})) {
      try (Side stock = new Side(folder, false, shape[0]);
          Side ours = new Side(folder, true, shape[0])) {
        for (int i = 0; i < ROUNDS; i++) {
          // Who comes first takes turns, too
          (i % 2 == 0 ? stock : ours).round(shape[1]);
          (i % 2 == 0 ? ours : stock).round(shape[1]);
        }
        double ratio = ours.medianMicros() / stock.medianMicros();
        ratioOfOne = shape[1] == 1 ? ratio : ratioOfOne;
        lines.add(
            String.format(
                Locale.ROOT,
                "%d\t%d\t%.1f\t%.1f\t%.3f",
                shape[0],
                shape[1],
                stock.medianMicros(),
                ours.medianMicros(),
                ratio));
      }
    }
    Files.createDirectories(RESULTS.getParent());
    Files.write(RESULTS, lines);
    lines.forEach(System.out::println);
    // Other work on the machine may disturb a round or two of either side
    assertThat(ratioOfOne).isLessThan(1.3);
  }
}
