package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/**
 * A DataNode with one volume on a device that really does not answer: ext4 on a loop device, frozen
 * by {@code fsfreeze}, so that all that changes it hangs, whichever way it goes. Needs root.
 */
@Timeout(300)
class FrozenDeviceTest {
  private static final long LONG_MS = 60_000;
  private static final long DEVICE_BYTES = 128L << 20;

  @TempDir File folder;
  private File mounted = new File("");
  private boolean isMounted;

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LONG_MS, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }

  private static boolean canRun(String... command) throws InterruptedException {
    try {
      return run(command) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @BeforeEach
  void mount() throws Exception {
    File image = new File(folder, "device");
    mounted = new File(folder, "mounted");
    assertThat(mounted.mkdir()).isTrue();
    try (RandomAccessFile file = new RandomAccessFile(image, "rw")) {
      file.setLength(DEVICE_BYTES);
    }
    isMounted =
        canRun("mkfs.ext4", "-q", "-F", image.getPath())
            && canRun("mount", "-o", "loop", image.getPath(), mounted.getPath());
    boolean canFreeze = isMounted && canRun("fsfreeze", "--freeze", mounted.getPath());
    if (canFreeze) {
      thaw();
    } else {
      System.out.println("Skipped: loop devices cannot be mounted and frozen here; needs root");
    }
    assumeTrue(canFreeze, "loop devices can be mounted and frozen");
  }

  private void freeze() throws Exception {
    assertThat(run("fsfreeze", "--freeze", mounted.getPath())).isZero();
  }

  private void thaw() throws Exception {
    canRun("fsfreeze", "--unfreeze", mounted.getPath());
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      thaw();
      if (!canRun("umount", mounted.getPath())) {
        canRun("umount", "--lazy", mounted.getPath());
      }
    }
  }

  @Test
  void commandsHeartbeatsAndReportsGoOn() throws Exception {
    File volume = new File(mounted, "data");
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
        "[SSD]" + new File(folder, "ssd").toURI() + ",[DISK]" + volume.toURI());
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, new File(folder, "cluster"))
            .numDataNodes(1)
            .manageDataDfsDirs(false)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      DataNode node = cluster.getDataNodes().get(0);
      String pool = cluster.getNamesystem().getBlockPoolId();
      fs.mkdirs(OneNode.SSD);
      fs.setStoragePolicy(OneNode.SSD, "ALL_SSD");
      Path file = new Path(OneNode.SSD, "f");
      DFSTestUtil.createFile(fs, file, 4096, (short) 1, 1);
      // As an upgrade leaves it that was not finalized
      File previous = new File(volume, "current/" + pool + "/previous");
      assertThat(previous.mkdir()).isTrue();

      freeze();
      try {
        // Is answered with an order to finalize, which moves a directory
        DataNodeTestUtils.triggerBlockReport(node);
        fs.delete(file, false);
        Waits.until(
            "the deletion is carried out",
            Duration.ofMillis(LONG_MS),
            () -> node.getFSDataset().getFinalizedBlocks(pool).isEmpty());
        DataNodeTestUtils.triggerBlockReport(node);
        DataNodeTestUtils.triggerHeartbeat(node);
        DFSTestUtil.createFile(fs, file, 4096, (short) 1, 1);
        assertThat(previous).exists();
      } finally {
        thaw();
      }
      Waits.until("the upgrade is finalized", Duration.ofMillis(LONG_MS), () -> !previous.exists());
    }
  }
}
