package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.health.ReportedVolumes;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.waits.Waits;

/** What a volume on probation takes, although it reports no room. */
@Timeout(300)
class ProbationVolumeTest {
  private static final int BYTES = 100_000;

  @TempDir File folder;

  @Test
  void anAppendToItsBlocksGoesOnWithAllDataNodes() throws Exception {
    Path path = new Path("/file");
    Configuration conf = SlowCluster.configuration();
    // Only this test says what is on probation
    conf.set("dfs.tiered.volume.hang.check.interval", "1h");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 3, 1)) {
      DFSTestUtil.createFile(cluster.fs, path, BYTES, (short) 3, 1);
      String storage = cluster.storage(cluster.dfs.getDataNodes().get(1));
      cluster.state(storage).hang(null, true);
      Waits.until(
          "the NameNode has heard of it",
          Duration.ofMinutes(1),
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
