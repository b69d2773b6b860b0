package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** Replicas that a reader has not found on disk. */
@Timeout(120)
class MissingReplicaTest {
  private static final Path FILE = new Path(OneNode.DISK, "f");

  @TempDir File folder;
  private OneNode node;
  private ExtendedBlock block;

  @BeforeEach
  void start() throws Exception {
    node = new OneNode(folder, OneNode.configuration(true));
    DFSTestUtil.createFile(node.fs, FILE, 4096, (short) 1, 1);
    block = DFSTestUtil.getFirstBlock(node.fs, FILE);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private void reportMissing() {
    node.dataset().invalidateMissingBlock(block.getBlockPoolId(), block.getLocalBlock());
  }

  private boolean isKnown() {
    return !node.dataset()
        .getReplicaString(block.getBlockPoolId(), block.getBlockId())
        .equals("null");
  }

  @Test
  void oneWhoseDataAreGoneIsForgottenAndTheNameNodeToldSo() throws Exception {
    ReplicaInfo replica =
        DataNodeTestUtils.fetchReplicaInfo(
            node.datanode, block.getBlockPoolId(), block.getBlockId());
    assertThat(new File(replica.getBlockURI()).delete()).isTrue();
    reportMissing();
    assertThat(isKnown()).isFalse();
    Waits.until(
        "the NameNode knows",
        Duration.ofMinutes(1),
        () -> DFSTestUtil.getAllBlocks(node.fs, FILE).get(0).getLocations().length == 0);
  }

  @Test
  void oneThatIsThereStays() throws Exception {
    reportMissing();
    assertThat(isKnown()).isTrue();
    assertThat(DFSTestUtil.readFileAsBytes(node.fs, FILE)).hasSize(4096);
  }

  @Test
  void oneThatWasDeletedMeanwhileIsNoFailureAndItsVolumeCanBeRemoved() throws Exception {
    node.fs.delete(FILE, false);
    Waits.until("the replica is deleted", Duration.ofMinutes(1), () -> !isKnown());
    reportMissing();
    String dirs = node.datanode.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    Background<Boolean> removal =
        new Background<>(
            "removal of the volume",
            () -> {
              node.datanode.reconfigurePropertyImpl(
                  DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, dirs.substring(0, dirs.indexOf(',')));
              return true;
            });
    assertThat(removal.get(30_000)).isTrue();
  }
}
