package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;

/**
 * That a replica knows of what is written around its streams: a sync that takes it for synced
 * already would promise what is on no device.
 */
class SyncedBatchesTest {
  private static final Path FILE = new Path("/f");
  private static final int MANY_PACKETS_BYTES = 4 << 20;

  @TempDir File folder;

  @Test
  void batchAfterASyncHasToBeSyncedAgain() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, folder).build()) {
      cluster.waitActive();
      byte[] bytes = new byte[MANY_PACKETS_BYTES];
      long direct = ReceiveMetrics.get().getDirectWrites();
      try (FSDataOutputStream out = cluster.getFileSystem().create(FILE)) {
        out.write(bytes);
        out.hsync();
        DurableRbw replica =
            replica(cluster, DFSTestUtil.getFirstBlock(cluster.getFileSystem(), FILE));
        // Whatever its class, people look for this name in logs
        assertThat(replica.toString()).startsWith("ReplicaBeingWritten, blk_");
        assertThat(replica.isPromised()).isTrue();
        assertThat(replica.isWritten()).isFalse();

        out.write(bytes);
        out.hflush();
        assertThat(replica.isWritten()).isTrue();
        out.hsync();
        assertThat(replica.isWritten()).isFalse();
      }
      assertThat(ReceiveMetrics.get().getDirectWrites()).isGreaterThan(direct);
    }
  }

  private static DurableRbw replica(MiniDFSCluster cluster, ExtendedBlock block) {
    FsDatasetImpl dataset = (FsDatasetImpl) cluster.getDataNodes().get(0).getFSDataset();
    return (DurableRbw) dataset.volumeMap.get(block.getBlockPoolId(), block.getBlockId());
  }
}
