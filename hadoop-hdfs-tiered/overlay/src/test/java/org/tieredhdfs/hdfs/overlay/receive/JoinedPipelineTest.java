package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

/** That a DataNode that joins a pipeline syncs what was synced before, and nothing else. */
@Timeout(300)
class JoinedPipelineTest {
  private static final int BYTES = 8 << 20;

  @TempDir File folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatItGetsIsSyncedIfItWasSyncedBefore(boolean isSynced) throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    conf.set("dfs.tiered.volume.canary.interval", "0");
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY, 100);
    conf.set(ReplaceDatanodeOnFailure.POLICY_KEY, "ALWAYS");
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(3).build()) {
      cluster.waitActive();
      try (FSDataOutputStream out = cluster.getFileSystem().create(new Path("/file"), (short) 2)) {
        out.write(new byte[BYTES]);
        if (isSynced) {
          out.hsync();
        } else {
          out.hflush();
        }
        List<DataNode> before = pipeline(cluster, out);
        DataNode joining =
            cluster.getDataNodes().stream()
                .filter(node -> !before.contains(node))
                .findAny()
                .orElseThrow();
        assertThat(syncs(joining)).isZero();
        cluster.stopDataNode(before.get(1).getDisplayName());
        out.write(1);
        out.hflush();
        assertThat(pipeline(cluster, out)).containsExactlyInAnyOrder(before.get(0), joining);
        assertThat(syncs(joining) > 0).isEqualTo(isSynced);
      }
    }
  }

  private static List<DataNode> pipeline(MiniDFSCluster cluster, FSDataOutputStream out) {
    List<String> ids =
        Arrays.stream(((DFSOutputStream) out.getWrappedStream()).getPipeline())
            .map(DatanodeInfo::getDatanodeUuid)
            .toList();
    return cluster.getDataNodes().stream()
        .filter(node -> ids.contains(node.getDatanodeUuid()))
        .toList();
  }

  private static long syncs(DataNode node) throws Exception {
    long syncs = 0;
    try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        syncs += volume.getMetrics().getSyncIoSampleCount();
      }
    }
    return syncs;
  }
}
