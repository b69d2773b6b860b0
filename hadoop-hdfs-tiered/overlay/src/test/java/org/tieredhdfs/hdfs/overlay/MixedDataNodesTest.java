package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** DataNodes that not every NameNode accepts, or that have stock jars, with block tokens. */
@Tag("slow")
class MixedDataNodesTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String REGISTERED = "successfully registered with NN";
  private static final int FILES = 8;

  @TempDir java.nio.file.Path folder;
  private final List<File> ours = DaemonProcess.overlayFirst();
  private HaProcesses cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void create() throws Exception {
    cluster = new HaProcesses(folder, 3);
    cluster.create(ours);
    fs = cluster.client();
  }

  @AfterEach
  void stop() throws Exception {
    fs.close();
    cluster.close();
  }

  private static byte[] content(int file) {
    byte[] content = new byte[200_000];
    new Random(file).nextBytes(content);
    return content;
  }

  private void write(Path directory) throws Exception {
    for (int i = 0; i < FILES; i++) {
      try (HdfsDataOutputStream out =
          (HdfsDataOutputStream) fs.create(new Path(directory, "file" + i), (short) 3)) {
        out.write(content(i));
        out.hflush();
        // in the pipeline of the writer, not by a copy later
        assertThat(out.getCurrentBlockReplication()).as(cluster.nameNodeLog()).isEqualTo(3);
      }
    }
  }

  private void assertReadable(Path directory) throws Exception {
    for (int i = 0; i < FILES; i++) {
      try (FSDataInputStream in = fs.open(new Path(directory, "file" + i))) {
        assertThat(in.readAllBytes()).isEqualTo(content(i));
      }
    }
  }

  @Test
  void aStockDataNodeTakesPartInFilesOfCustomPolicies() throws Exception {
    Path directory = new Path("/one-ramdisk");
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, "ONE_RAMDISK");
    for (int i = 0; i < 2; i++) {
      cluster.restartDataNode(i, ours, List.of("DISK", "RAMDISK"));
    }
    cluster.restartDataNode(2, DaemonProcess.stockFirst(), List.of("DISK"));

    write(directory);
    DFSTestUtil.waitReplication(fs, new Path(directory, "file0"), (short) 3);
    assertThat(
            fs.getClient()
                .getLocatedBlocks(directory + "/file0", 0)
                .getLocatedBlocks()
                .get(0)
                .getStorageTypes())
        .extracting(Enum::name)
        .containsExactlyInAnyOrder("RAMDISK", "DISK", "DISK");
    assertReadable(directory);
    for (int i = 0; i < 2; i++) {
      cluster.dataNode(i).stop();
    }
    assertReadable(directory);
  }

  @Test
  void oneNameNodeThatRefusesDoesNotConcernTheOther() throws Exception {
    Path directory = new Path("/hot");
    RunningDaemon refusing =
        cluster.restartNameNode(
            "nn2",
            ours,
            Map.of(
                "dfs.tiered.storage.types", "NVME", "dfs.tiered.storage.type.NVME.number", "70"));
    for (int i = 0; i < cluster.dataNodes; i++) {
      cluster.dataNode(i).awaitLog("NVME (70) is only on the NameNode");
    }
    write(directory);
    assertReadable(directory);
    assertThat(refusing.log()).doesNotContain("BLOCK* registerDatanode");

    // waits until it has heard of all blocks, from the DataNodes that are still there
    cluster.restartNameNode("nn2", ours);
    for (int i = 0; i < cluster.dataNodes; i++) {
      RunningDaemon dataNode = cluster.dataNode(i);
      Waits.until(
          "registered with both, and again with one",
          LIMIT,
          () -> dataNode.log().split(REGISTERED, -1).length - 1 == 3);
    }
    cluster.failOver("nn1", "nn2");
    assertReadable(directory);
  }
}
