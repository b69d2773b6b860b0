package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;

/** That blocks on volumes of one storage type are received in its way, and others in theirs. */
@Timeout(300)
class ReceiveByTypeTest {
  private static final int BYTES = 4 << 20;

  @TempDir File folder;

  private final Configuration conf = TieredMiniCluster.configuration();
  private final ReceiveMetrics metrics = ReceiveMetrics.get();

  private OneDatanode start() throws Exception {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 2L * BYTES);
    OneDatanode node = new OneDatanode(folder, conf, true, StorageType.SSD, StorageType.DISK);
    for (String policy : new String[] {"ALL_SSD", "HOT"}) {
      node.fs.mkdirs(new Path("/" + policy));
      node.fs.setStoragePolicy(new Path("/" + policy), policy);
    }
    return node;
  }

  private static void write(OneDatanode node, String directory) throws Exception {
    try (FSDataOutputStream out = node.fs.create(new Path(directory, "f"), true)) {
      out.write(new byte[BYTES]);
    }
  }

  @Test
  void packetsOfOneTypeAreWrittenOneByOne() throws Exception {
    conf.set("dfs.tiered.type.SSD.receive.group.commit", "false");
    try (OneDatanode node = start()) {
      long before = metrics.getBatches();
      write(node, "/ALL_SSD");
      assertThat(metrics.getBatches()).isEqualTo(before);
      write(node, "/HOT");
      assertThat(metrics.getBatches()).isGreaterThan(before);
    }
  }

  @Test
  void packetsOfOneTypeAreCopiedOnTheirWayToTheFile() throws Exception {
    conf.set("dfs.tiered.receive.direct.write", "false");
    conf.set("dfs.tiered.type.DISK.receive.direct.write", "true");
    try (OneDatanode node = start()) {
      long before = metrics.getDirectWrites();
      write(node, "/ALL_SSD");
      assertThat(metrics.getDirectWrites()).isEqualTo(before);
      write(node, "/HOT");
      assertThat(metrics.getDirectWrites()).isGreaterThan(before);
    }
  }

  @Test
  void otherThreadAcknowledgesForOneType() throws Exception {
    conf.set("dfs.tiered.type.SSD.receive.inline.ack", "false");
    try (OneDatanode node = start()) {
      long before = metrics.getInlineAcks();
      write(node, "/ALL_SSD");
      assertThat(metrics.getInlineAcks()).isEqualTo(before);
      write(node, "/HOT");
      assertThat(metrics.getInlineAcks()).isGreaterThan(before);
    }
  }

  @Test
  void packetsOfOneTypeAreReceivedThroughAnotherBuffer() throws Exception {
    conf.set("dfs.tiered.receive.buffers.max", "1m");
    conf.set("dfs.tiered.type.SSD.receive.buffer.size", "2m");
    try (OneDatanode node = start()) {
      long without = metrics.getReceiversWithoutBuffer();
      write(node, "/HOT");
      assertThat(metrics.getReceiversWithoutBuffer()).isEqualTo(without);
      // more than all buffers may have
      write(node, "/ALL_SSD");
      assertThat(metrics.getReceiversWithoutBuffer()).isEqualTo(without + 1);
    }
  }

  @Test
  void runningDatanodeTakesALever() throws Exception {
    String key = "dfs.tiered.type.SSD.receive.group.commit";
    try (OneDatanode node = start()) {
      node.cluster.getDataNodes().get(0).reconfigureProperty(key, "false");
      long before = metrics.getBatches();
      write(node, "/ALL_SSD");
      assertThat(metrics.getBatches()).isEqualTo(before);
    }
  }
}
