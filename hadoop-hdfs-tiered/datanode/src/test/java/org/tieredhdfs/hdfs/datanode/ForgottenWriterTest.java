package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.StorageType;
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
      Waits.until("nobody uses it", Duration.ofSeconds(10), () -> disk.getReferenceCount() <= 1);
      int before = disk.getReferenceCount();
      createAndForget(node, disk, before);
      Waits.until(
          "the reference is given back",
          Duration.ofSeconds(20),
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
      Waits.until("nobody uses it", Duration.ofSeconds(10), () -> disk.getReferenceCount() <= 1);
      int before = disk.getReferenceCount();
      ReplicaHandler handler =
          node.dataset().createRbw(StorageType.DISK, "", node.newBlock(), false, 0);
      handler.close();
      handler.close();
      assertThat(disk.getReferenceCount()).isEqualTo(before);
    }
  }
}
