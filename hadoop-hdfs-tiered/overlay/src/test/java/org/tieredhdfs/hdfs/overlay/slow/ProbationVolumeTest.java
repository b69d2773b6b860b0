package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.health.ReportedVolumes;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.waits.Waits;

/** What a volume on probation takes. */
@Timeout(300)
class ProbationVolumeTest {
  private static final int BYTES = 100_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;

  @Test
  void anAppendToItsBlocksGoesOnWithAllDataNodes() throws Exception {
    Path path = new Path("/file");
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.hang.timeout", "1s");
    conf.set("dfs.tiered.volume.probation", "1h");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 3, 1)) {
      DFSTestUtil.createFile(cluster.fs, path, BYTES, (short) 3, 1);
      String storage = cluster.storage(cluster.dfs.getDataNodes().get(1));
      for (int hang = 0; hang < 2; hang++) {
        StuckVolume volume = cluster.stick(cluster.nodeOf(storage), storage, StuckVolume.CHANGES);
        cluster.call(storage, OPERATION.MKDIRS);
        Waits.until("it hangs", LIMIT, () -> cluster.state(storage).isHung());
        volume.answer();
        Waits.until("it answers", LIMIT, () -> !cluster.state(storage).isHung());
      }
      Waits.until(
          "the NameNode has heard of it",
          LIMIT,
          () -> {
            VolumeReport told = ReportedVolumes.find(storage);
            return told != null && told.condition() == VolumeCondition.ON_PROBATION;
          });
      try (FSDataOutputStream out = cluster.fs.append(path)) {
        out.write(1);
        out.hflush();
        assertThat(SlowCluster.pipeline(out))
            .extracting(DatanodeInfo::getDatanodeUuid)
            .containsExactlyInAnyOrderElementsOf(
                cluster.dfs.getDataNodes().stream().map(node -> node.getDatanodeUuid()).toList());
      }
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).hasSize(BYTES + 1);
    }
  }
}
