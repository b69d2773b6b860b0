package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a pipeline survives one of its DataNodes, wherever it stood. */
@Tag("slow")
class LostDatanodeTest {
  private static final int BYTES = 8_000_000;

  @TempDir File folder;

  private static DataNode node(MiniDFSCluster cluster, DatanodeInfo info) {
    return cluster.getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(info.getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatWasWrittenBeforeAndAfterIsThere(int place) throws Exception {
    Configuration conf = new HdfsConfiguration();
    byte[] bytes = new byte[BYTES];
    new Random(place).nextBytes(bytes);
    Path path = new Path("/file");
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(4).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      try (FSDataOutputStream out = fs.create(path, (short) 3)) {
        out.write(bytes, 0, BYTES / 4);
        out.hflush();
        // in the middle of what is under way
        out.write(bytes, BYTES / 4, BYTES / 4);
        DatanodeInfo[] pipeline =
            ((HdfsDataOutputStream) out).getWrappedStream() instanceof DFSOutputStream stream
                ? stream.getPipeline()
                : new DatanodeInfo[0];
        assertThat(pipeline).hasSize(3);
        cluster.stopDataNode(node(cluster, pipeline[place]).getDisplayName());
        out.write(bytes, BYTES / 2, BYTES / 2);
        out.hsync();
      }
      assertThat(DFSTestUtil.readFileAsBytes(fs, path)).isEqualTo(bytes);
      DFSTestUtil.waitReplication(fs, path, (short) 3);
    }
  }
}
