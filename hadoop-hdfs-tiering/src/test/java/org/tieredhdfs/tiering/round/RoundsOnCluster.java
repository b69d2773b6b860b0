package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose NameNode writes the images, and rounds on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RoundsOnCluster {
  static final Path DATA = new Path("/data");
  static final Path A = new Path(DATA, "a");
  static final Path B = new Path(DATA, "b");
  static final byte COLD = HdfsConstants.COLD_STORAGE_POLICY_ID;
  static final int MB = 1 << 20;
  static final int PATIENCE_MS = 120_000;

  MiniDFSCluster cluster;
  DistributedFileSystem fs;
  File temporary;
  Configuration conf;

  @BeforeAll
  void startCluster(@TempDir File folder) throws IOException {
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(clusterConfiguration(), folder).numDataNodes(1);
    build(builder);
    cluster = builder.build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    temporary = new File(folder, "tmp");
    assertThat(temporary.mkdirs()).isTrue();
  }

  Configuration clusterConfiguration() {
    return new HdfsConfiguration();
  }

  void build(MiniDFSCluster.Builder builder) {
    // as it is
  }

  @AfterAll
  void stopCluster() {
    cluster.shutdown();
  }

  @BeforeEach
  void begin() throws IOException {
    conf = new Configuration(cluster.getConfiguration(0));
    fs.delete(DATA, true);
    fs.delete(directory(), true);
    write(A, 1);
    write(B, 2);
  }

  static Path directory() {
    return new Path("/system/tiered-rules");
  }

  void write(Path file, int bytes) throws IOException {
    DFSTestUtil.createFile(fs, file, bytes, (short) 1, bytes);
  }

  void checkpoint() throws IOException {
    fs.setSafeMode(SafeModeAction.ENTER);
    fs.saveNamespace();
    fs.setSafeMode(SafeModeAction.LEAVE);
  }

  /** A round with one rule, on an image of now. */
  void round(String files, String policy) throws IOException {
    checkpoint();
    roundOnTheSameImage(files, policy);
  }

  void roundOnTheSameImage(String files, String policy) throws IOException {
    rule(files, policy);
    rounds().round();
    assertThat(temporary.list()).isEmpty();
  }

  RuleRounds rounds() {
    return roundsWhile(() -> {});
  }

  RuleRounds roundsWhile(Leadership leadership) {
    return new RuleRounds(conf, fs.getUri(), leadership, temporary.toPath());
  }

  void rule(String files, String policy) {
    conf.set("dfs.tiering.rules", "one");
    conf.set("dfs.tiering.rule.one.files", files);
    conf.set("dfs.tiering.rule.one.policy", policy);
  }

  String policy(Path file) throws IOException {
    return fs.getStoragePolicy(file).getName();
  }

  long entryBytes() throws IOException {
    long bytes = 0;
    for (FileStatus file : fs.listStatus(directory())) {
      bytes += file.getLen();
    }
    return bytes;
  }

  /** Files of entries that are open, or were. */
  List<Path> openEntries() throws IOException {
    List<Path> open = new ArrayList<>();
    for (FileStatus file : fs.listStatus(directory())) {
      if (file.getPath().getName().startsWith("open")) {
        open.add(file.getPath());
      }
    }
    return open;
  }

  /** Leaves its file of entries open. */
  void give(DistributedFileSystem by, Path file, byte policy) throws IOException {
    long inode = fs.getClient().getFileInfo(file.toUri().getPath()).getFileId();
    GivenPolicies given = new GivenPolicies(by, directory(), 0);
    given.begin();
    given.give(
        List.of(new PolicyChange(0, policy, false, inode, "", 1, policy, (byte) 0, "", "", 0, 0)));
  }
}
