package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** Syncs that only keep durable what was synced, on a disk that does not answer them. */
@Timeout(180)
class HungSyncsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BYTES = 700;

  @TempDir File folder;

  private static FSDataOutputStream synced(OneNode node, Path file) throws Exception {
    FSDataOutputStream out = node.fs.create(file);
    out.write(new byte[BYTES]);
    out.hsync();
    return out;
  }

  private static int stuck(OneNode node) {
    return node.fault.stuck();
  }

  /** Apache Hadoop makes none of them. */
  @Test
  void nobodyWaitsForThemAndTheyAreMadeLater() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    Path closed = new Path(OneNode.DISK, "closed");
    Path recovered = new Path(OneNode.DISK, "recovered");
    Path appended = new Path(OneNode.DISK, "appended");
    try (OneNode node = new OneNode(folder, conf)) {
      FSDataOutputStream toClose = synced(node, closed);
      FSDataOutputStream toAbandon = synced(node, recovered);
      assertThat(toAbandon.getPos()).isEqualTo(BYTES);
      synced(node, appended).close();
      node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.SYNC));
      try {
        toClose.write(1);
        toClose.close();
        Waits.until("one waits for the disk in the background", PATIENCE, () -> stuck(node) > 1);
        try (FSDataOutputStream more = node.fs.append(appended)) {
          more.write(1);
        }
        Waits.until("the lease is recovered", PATIENCE, () -> node.fs.recoverLease(recovered));
      } finally {
        node.fault.answer();
      }
      Waits.until("all syncs are made", PATIENCE, () -> stuck(node) == 0);
      for (Path file : List.of(closed, recovered, appended)) {
        int bytes = file.equals(recovered) ? BYTES : BYTES + 1;
        assertThat(node.fs.getFileStatus(file).getLen()).isEqualTo(bytes);
        assertThat(node.fs.open(file).readAllBytes()).hasSize(bytes);
      }
    }
  }

  /** Apache Hadoop deletes files of a disk that does not answer syncs. */
  @Test
  void noDeletionWaitsForThem() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    Path deleted = new Path(OneNode.DISK, "deleted");
    try (OneNode node = new OneNode(folder, conf)) {
      synced(node, deleted).close();
      ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, deleted);
      FSDataOutputStream toClose = synced(node, new Path(OneNode.DISK, "closed"));
      node.fault.hang(node.volume(StorageType.DISK), EnumSet.of(OPERATION.SYNC));
      try {
        toClose.close();
        Waits.until("one waits for the disk in the background", PATIENCE, () -> stuck(node) > 1);
        assertThat(node.fs.delete(deleted, false)).isTrue();
        Waits.until("the replica is gone", PATIENCE, () -> !node.dataset().contains(block));
      } finally {
        node.fault.answer();
      }
    }
  }
}
