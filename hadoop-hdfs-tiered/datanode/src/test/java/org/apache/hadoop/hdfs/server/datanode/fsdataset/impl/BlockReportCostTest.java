package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

/**
 * What a full block report costs while deletions are pending, beside Hadoop's of the same replicas,
 * in one process, turn by turn. It prints the figures.
 */
@Tag("slow")
class BlockReportCostTest {
  private static final int REPLICAS = Integer.getInteger("report.replicas", 1_000_000);
  private static final int PENDING = Integer.getInteger("report.pending", 1_000);
  private static final int ROUNDS = 30;
  private static final long GENERATION = 1001;

  @TempDir File folder;

  /** One DataNode that is measured. */
  private final class Side implements AutoCloseable {
    private final MiniDFSCluster cluster;
    private final FsDatasetImpl dataset;
    private final String pool;
    private final List<Double> seconds = new ArrayList<>();

    Side(String name, Configuration conf) throws Exception {
      cluster =
          new MiniDFSCluster.Builder(conf, new File(folder, name))
              .numDataNodes(1)
              .storagesPerDatanode(1)
              .build();
      cluster.waitActive();
      dataset = (FsDatasetImpl) cluster.getDataNodes().get(0).getFSDataset();
      pool = cluster.getNamesystem().getBlockPoolId();
      FsVolumeImpl volume = dataset.getVolumeList().get(0);
      for (long id = 1; id <= REPLICAS; id++) {
        dataset.volumeMap.add(
            pool, new FinalizedReplica(id, 10, GENERATION, volume, volume.getFinalizedDir(pool)));
      }
    }

    int report() {
      long startNanos = System.nanoTime();
      int reported =
          dataset.getBlockReports(pool).values().stream()
              .mapToInt(BlockListAsLongs::getNumberOfBlocks)
              .sum();
      seconds.add((System.nanoTime() - startNanos) / 1e9);
      return reported;
    }

    /** The median of the second half of the rounds; the first half warms up. */
    double medianSec() {
      double[] sorted =
          seconds.subList(ROUNDS / 2, ROUNDS).stream().mapToDouble(one -> one).sorted().toArray();
      return sorted[sorted.length / 2];
    }

    @Override
    public void close() {
      cluster.shutdown(true);
    }
  }

  @Test
  void pendingDeletionsAreLeftOut() throws Exception {
    Configuration tiered = new HdfsConfiguration();
    tiered.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    try (Side stock = new Side("stock", new HdfsConfiguration());
        Side ours = new Side("ours", tiered)) {
      Field deletions = IndependentFsDataset.class.getDeclaredField("deletions");
      deletions.setAccessible(true);
      ((OrderedDeletions) deletions.get(ours.dataset))
          .order(
              ours.pool,
              LongStream.rangeClosed(1, PENDING)
                  .mapToObj(id -> new Block(id, 10, GENERATION))
                  .toList());
      for (int round = 0; round < ROUNDS; round++) {
        // Who comes first takes turns, too
        if (round % 2 == 0) {
          assertThat(stock.report()).isEqualTo(REPLICAS);
        }
        assertThat(ours.report()).isEqualTo(REPLICAS - PENDING);
        if (round % 2 == 1) {
          assertThat(stock.report()).isEqualTo(REPLICAS);
        }
      }
      System.out.printf(
          "%,d replicas, %,d deletions pending: Apache Hadoop %.3f s, this project %.3f s, ratio"
              + " %.3f%n",
          REPLICAS,
          PENDING,
          stock.medianSec(),
          ours.medianSec(),
          ours.medianSec() / stock.medianSec());
    }
  }
}
