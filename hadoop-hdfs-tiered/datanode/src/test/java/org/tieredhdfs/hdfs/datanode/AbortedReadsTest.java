package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/** Readers that go away, or take their time, and what they leave on the volume. */
class AbortedReadsTest {
  private static final int MAX_OPERATIONS = 8;

  /** More than the buffers of a socket hold. */
  private static final long FILE_BYTES = 64L << 20;

  private static final Path FILE = new Path(OneNode.DISK, "file");

  @TempDir File folder;

  private OneNode start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DatanodeKeys.MAX_OPERATIONS.name(), MAX_OPERATIONS);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, FILE_BYTES);
    OneNode node = new OneNode(folder, conf);
    DFSTestUtil.createFile(node.fs, FILE, FILE_BYTES, (short) 1, 1);
    return node;
  }

  private static void abortedRead(OneNode node) throws Exception {
    try (FSDataInputStream in = node.fs.open(FILE)) {
      assertThat(in.read()).isNotNegative();
    }
  }

  private static void assertThatTheVolumeIsOpen(OneNode node, String name) throws Exception {
    VolumeState disk = node.state(StorageType.DISK);
    OneNode.awaitIdle(disk);
    assertThat(disk.metrics().refused.value()).isZero();
    Path written = new Path(OneNode.DISK, name);
    DFSTestUtil.createFile(node.fs, written, 1024, (short) 1, 1);
    assertThat(DFSTestUtil.readFileAsBytes(node.fs, written)).hasSize(1024);
  }

  @Test
  void aReaderThatGoesAwayIsCountedOut() throws Exception {
    try (OneNode node = start()) {
      for (int i = 0; i < MAX_OPERATIONS - 1; i++) {
        abortedRead(node);
      }
      assertThatTheVolumeIsOpen(node, "one less");
      for (int i = 0; i < 3 * MAX_OPERATIONS; i++) {
        abortedRead(node);
        // On a busy machine those that go away may be more than are let in
        OneNode.awaitIdle(node.state(StorageType.DISK));
      }
      assertThatTheVolumeIsOpen(node, "many");
    }
  }

  @Test
  void sixtyFourReadersThatGoAwayAtOnceAreCountedOut() throws Exception {
    try (OneNode node = start()) {
      ExecutorService threads = Executors.newFixedThreadPool(64);
      try {
        Callable<Void> read =
            () -> {
              try {
                abortedRead(node);
              } catch (BlockMissingException e) {
                // More wanted to open the file at once than are let in, time and again
              }
              return null;
            };
        for (Future<Void> one : threads.invokeAll(Collections.nCopies(64, read))) {
          one.get();
        }
      } finally {
        threads.shutdownNow();
      }
      OneNode.awaitIdle(node.state(StorageType.DISK));
    }
  }

  @Test
  void readersThatTakeTheirTimeDoNotCloseAnIdleVolume() throws Exception {
    try (OneNode node = start()) {
      List<FSDataInputStream> slow = new ArrayList<>();
      try {
        for (int i = 0; i < 2 * MAX_OPERATIONS; i++) {
          FSDataInputStream in = node.fs.open(FILE);
          slow.add(in);
          assertThat(in.read()).isNotNegative();
          // Until the buffers are full, it is at work like any other
          OneNode.awaitIdle(node.state(StorageType.DISK));
        }
        assertThatTheVolumeIsOpen(node, "beside slow readers");
      } finally {
        for (FSDataInputStream in : slow) {
          in.close();
        }
      }
    }
  }
}
