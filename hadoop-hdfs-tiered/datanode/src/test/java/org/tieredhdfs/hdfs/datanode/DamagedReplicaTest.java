package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClientAdapter;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.waits.Waits;

/** That a recovery keeps what was synced, whatever is damaged in an open file's replicas. */
@Timeout(300)
class DamagedReplicaTest {
  private static final int BYTES = 1 << 19;
  private static final int DAMAGED_AT = 100_000;
  private static final int DAMAGED_SUM_AT = 800;
  private static final Path FILE = new Path("/file");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir File folder;

  /** The last one is damaged in its only replica: there stock keeps the length, too. */
  @ParameterizedTest
  @CsvSource({"3,data", "3,meta", "1,data"})
  void theLengthIsThatOfTheSync(int replicas, String kind) throws Exception {
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(OneNode.configuration(true), folder)
            .numDataNodes(replicas)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      FSDataOutputStream out = fs.create(FILE, (short) replicas);
      out.write(bytes);
      out.hsync();
      DFSClientAdapter.stopLeaseRenewer(fs);
      List<DataNodeProperties> stopped = new ArrayList<>();
      for (int node = 0; node < replicas; node++) {
        stopped.add(cluster.stopDataNode(0));
      }
      List<File> open = openFiles(kind.equals("meta"));
      assertThat(open).hasSize(replicas);
      flipBit(open.get(0), kind.equals("meta") ? DAMAGED_SUM_AT : DAMAGED_AT);
      for (DataNodeProperties node : stopped) {
        assertThat(cluster.restartDataNode(node, true)).isTrue();
      }
      cluster.waitActive();
      try (DistributedFileSystem other =
          (DistributedFileSystem) cluster.getNewFileSystemInstance(0)) {
        Waits.until("the lease is recovered", LIMIT, () -> other.recoverLease(FILE));
        assertThat(other.getFileStatus(FILE).getLen()).isEqualTo(BYTES);
        if (replicas > 1) {
          assertThat(DFSTestUtil.readFileAsBytes(other, FILE)).isEqualTo(bytes);
        }
      }
    }
  }

  private List<File> openFiles(boolean areMeta) throws IOException {
    try (Stream<java.nio.file.Path> all = Files.walk(folder.toPath())) {
      return all.map(java.nio.file.Path::toFile)
          .filter(file -> file.getParentFile().getName().equals("rbw"))
          .filter(file -> file.getName().startsWith("blk_"))
          .filter(file -> file.getName().endsWith(".meta") == areMeta)
          .toList();
    }
  }

  private static void flipBit(File file, int offset) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
      open.seek(offset);
      int old = open.read();
      open.seek(offset);
      open.write(old ^ 1);
    }
  }
}
