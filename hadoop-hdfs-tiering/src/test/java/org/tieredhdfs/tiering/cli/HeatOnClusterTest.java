package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.tiering.rule.TypeFill;

class HeatOnClusterTest {
  private static final long GB = 1L << 30;

  @Test
  void theNameNodeTellsNodesAndCapacity(@TempDir File folder, @TempDir Path work) throws Exception {
    Configuration conf = new HdfsConfiguration();
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(2)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD})
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/a");
      DFSTestUtil.createFile(fs, file, 100, (short) 2, 1);
      fs.setStoragePolicy(file, "ALL_SSD");
      fs.setSafeMode(SafeModeAction.ENTER);
      fs.saveNamespace();
      fs.setSafeMode(SafeModeAction.LEAVE);
      assertThat(fs.getDataNodeStats(DatanodeReportType.LIVE)).hasSize(2);

      JsonNode json =
          HeatRun.json(conf, "--work-dir", work.toString(), "--what-if", "SSD=+3g/node", "--rules");

      assertThat(HeatRun.row(json, "bytes", "(all)", "SSD").get("1d").asLong()).isEqualTo(200);
      JsonNode answer = json.get("whatIf").get(0);
      assertThat(answer.get("added").asLong()).isEqualTo(6 * GB);
      long capacityBytes =
          TypeFill.of(TypeFill.of(fs.getClient()), StorageType.SSD).capacityBytes();
      assertThat(capacityBytes).isPositive();
      assertThat(answer.get("room").asLong()).isGreaterThan(6 * GB);
      assertThat(json.get("transactionsSince").asLong()).isNotNegative();
      assertThat(json.get("notes").toString())
          .contains("and its capacity")
          .doesNotContain("The cluster was not asked");
      assertThat(work).isEmptyDirectory();
    }
  }
}
