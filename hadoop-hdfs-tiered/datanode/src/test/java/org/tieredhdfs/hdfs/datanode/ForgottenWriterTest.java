package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/**
 * A receiver that cannot make its streams runs into a null in its own close, before it closes its
 * handler; the volume could never be removed.
 */
class ForgottenWriterTest {
  @TempDir File folder;

  /** The users of the volume, of which a heartbeat would be one for a moment. */
  private static int lastingUsers(OneNode node, FsVolumeImpl disk) throws Exception {
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    Waits.until("nobody uses it", Duration.ofMinutes(1), () -> disk.getReferenceCount() <= 1);
    return disk.getReferenceCount();
  }

  /** What the stock receiver does: it drops the handler and all that knows it. */
  private static void createAndForget(OneNode node, FsVolumeImpl disk, int usersBefore)
      throws IOException {
    ReplicaHandler handler =
        node.dataset().createRbw(StorageType.DISK, "", node.newBlock(), false, 0);
    assertThat(handler.getReplica()).isNotNull();
    assertThat(disk.getReferenceCount()).isEqualTo(usersBefore + 1);
  }

  @Test
  void givesItsVolumeBack() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      int before = lastingUsers(node, disk);
      createAndForget(node, disk, before);
      Waits.until(
          "the reference is given back",
          Duration.ofMinutes(1),
          () -> {
            System.gc();
            return disk.getReferenceCount() == before;
          });
    }
  }

  @Test
  void oneThatIsClosedTwiceGivesItBackOnce() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      int before = lastingUsers(node, disk);
      ReplicaHandler handler =
          node.dataset().createRbw(StorageType.DISK, "", node.newBlock(), false, 0);
      handler.close();
      handler.close();
      assertThat(disk.getReferenceCount()).isEqualTo(before);
    }
  }
}
