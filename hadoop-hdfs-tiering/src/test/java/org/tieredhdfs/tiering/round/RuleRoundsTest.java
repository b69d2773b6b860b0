package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/** Rules on the files of a cluster, whose NameNode writes the images. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RuleRoundsTest {
  private static final Path DATA = new Path("/data");
  private static final Path A = new Path(DATA, "a");
  private static final Path B = new Path(DATA, "b");
  private static final byte COLD = HdfsConstants.COLD_STORAGE_POLICY_ID;
  private static final int PATIENCE_MS = 120_000;

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private File temporary;
  private Configuration conf;

  @BeforeAll
  void startCluster(@TempDir File folder) throws IOException {
    Configuration clusters = new HdfsConfiguration();
    cluster = new MiniDFSCluster.Builder(clusters, folder).numDataNodes(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    temporary = new File(folder, "tmp");
  }

  @AfterAll
  void stopCluster() {
    cluster.shutdown();
  }

  @BeforeEach
  void begin() throws IOException {
    conf = new Configuration(cluster.getConfiguration(0));
    conf.set("hadoop.tmp.dir", temporary.getPath());
    fs.delete(DATA, true);
    fs.delete(directory(), true);
    write(A, 1);
    write(B, 2);
  }

  private static Path directory() {
    return new Path("/system/tiered-rules");
  }

  private void write(Path file, int bytes) throws IOException {
    DFSTestUtil.createFile(fs, file, bytes, (short) 1, bytes);
  }

  private void checkpoint() throws IOException {
    fs.setSafeMode(SafeModeAction.ENTER);
    fs.saveNamespace();
    fs.setSafeMode(SafeModeAction.LEAVE);
  }

  /** A round with one rule, on an image of now. */
  private void round(String files, String policy) throws IOException {
    checkpoint();
    roundOnTheSameImage(files, policy);
  }

  private void roundOnTheSameImage(String files, String policy) throws IOException {
    rule(files, policy);
    new RuleRounds(conf, fs.getUri()).round();
    assertThat(temporary.list()).isNullOrEmpty();
  }

  private void rule(String files, String policy) {
    conf.set("dfs.tiered.rules", "one");
    conf.set("dfs.tiered.rule.one.files", files);
    conf.set("dfs.tiered.rule.one.policy", policy);
  }

  private String policy(Path file) throws IOException {
    return fs.getStoragePolicy(file).getName();
  }

  private long entryBytes() throws IOException {
    long bytes = 0;
    for (FileStatus file : fs.listStatus(directory())) {
      bytes += file.getLen();
    }
    return bytes;
  }

  @Test
  void filesGetThePolicyOfTheirRuleAndDirectoriesDoNot() throws IOException {
    round("path = /data and size < 2", "COLD");

    assertThat(policy(A)).isEqualTo("COLD");
    assertThat(policy(B)).isEqualTo("HOT");
    assertThat(policy(DATA)).isEqualTo("HOT");
  }

  @Test
  void whatNoRuleNamesAnyMoreStays() throws IOException {
    round("path = /data", "COLD");
    round("path = /elsewhere", "HOT");

    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void aRuleTakesBackWhatARuleGave() throws IOException {
    round("path = /data", "COLD");
    fs.setStoragePolicy(DATA, "WARM");
    round("path = /data/a", "DIRECTORY");

    assertThat(policy(A)).isEqualTo("WARM");
    assertThat(policy(B)).isEqualTo("COLD");
  }

  @Test
  void aRuleChangesWhatARuleGave() throws IOException {
    round("path = /data", "COLD");
    round("path = /data/a", "WARM");
    round("path = /data/a", "COLD");
    round("path = /data/a", "ALL_SSD");

    assertThat(policy(A)).isEqualTo("ALL_SSD");
  }

  @Test
  void whatAUserSetStays() throws IOException {
    fs.setStoragePolicy(A, "WARM");
    round("path = /data", "COLD");
    fs.setStoragePolicy(B, "ONE_SSD");
    round("path = /data", "COLD");
    round("path = /data", "DIRECTORY");

    assertThat(policy(A)).isEqualTo("WARM");
    assertThat(policy(B)).isEqualTo("ONE_SSD");
  }

  @Test
  void whatAUserSetsAfterTheImageStays() throws IOException {
    checkpoint();
    fs.setStoragePolicy(A, "WARM");
    roundOnTheSameImage("path = /data", "COLD");

    assertThat(policy(A)).isEqualTo("WARM");
    assertThat(policy(B)).isEqualTo("COLD");
  }

  @Test
  void anotherFileAtThePathOfAnImageStays() throws IOException {
    checkpoint();
    fs.delete(A, false);
    fs.rename(B, A);
    write(B, 1);
    roundOnTheSameImage("path = /data", "COLD");

    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(policy(B)).isEqualTo("HOT");
  }

  @Test
  void aFileThatWasReadOrWrittenAfterTheImageStays() throws IOException {
    checkpoint();
    long later = System.currentTimeMillis() + 1_000_000;
    fs.setTimes(A, -1, later);
    fs.setTimes(B, later, -1);
    roundOnTheSameImage("path = /data", "COLD");

    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(policy(B)).isEqualTo("HOT");
  }

  @Test
  void whatIsTooMuchForARoundWaitsForTheNext() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(new Path(DATA, "many/" + i), 1);
    }
    checkpoint();
    conf.setInt("dfs.tiered.rules.max.files", 2);
    for (int changed = 2; changed <= 6; changed += 2) {
      roundOnTheSameImage("path = /data/many", "COLD");

      int cold = 0;
      for (FileStatus file : fs.listStatus(new Path(DATA, "many"))) {
        cold += policy(file.getPath()).equals("COLD") ? 1 : 0;
      }
      assertThat(cold).isEqualTo(Math.min(5, changed));
    }
  }

  @Test
  void whatARoundGaveThatWasKilledIsKnown() throws IOException {
    PolicyChange change =
        new PolicyChange(
            0, COLD, fs.getClient().getFileInfo("/data/a").getFileId(), "/data/a", COLD, 0, 0);
    DistributedFileSystem killed =
        (DistributedFileSystem) FileSystem.newInstance(fs.getUri(), conf);
    try {
      GivenPolicies given = new GivenPolicies(killed, directory(), 0);
      given.begin();
      given.give(List.of(change));
      fs.setStoragePolicy(A, "COLD");
      // its file of entries stays open

      round("path = /data", "DIRECTORY");

      assertThat(policy(A)).isEqualTo("HOT");
    } finally {
      killed.getClient().closeAllFilesBeingWritten(true);
      killed.close();
    }
  }

  @Test
  void whatWasGivenToFilesThatAreGoneIsForgotten() throws IOException {
    round("path = /data", "COLD");
    assertThat(entryBytes()).isEqualTo(16);
    fs.delete(A, false);
    checkpoint();
    round("path = /elsewhere", "HOT");

    assertThat(entryBytes()).isEqualTo(8);

    round("path = /data", "DIRECTORY");

    assertThat(policy(B)).isEqualTo("HOT");
  }

  @Test
  void aWrongRuleChangesNothing() throws IOException {
    assertThatThrownBy(() -> round("path = /data and size > x", "COLD"))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("dfs.tiered.rule.one.files: size: 'x'");
    assertThat(policy(A)).isEqualTo("HOT");
  }

  @Test
  void roundsGoOnUntilTheyAreEnded() throws Exception {
    conf.set("dfs.tiered.rules.interval", "1s");
    rule("path = /data", "COLD");
    checkpoint();
    RuleRounds started = RuleRounds.start(conf, fs.getUri());
    try {
      awaitCold(A);
      Path late = new Path(DATA, "late");
      write(late, 3);
      checkpoint();
      awaitCold(late);
    } finally {
      started.close();
    }
    assertThat(temporary.list()).isNullOrEmpty();
  }

  private void awaitCold(Path file) throws Exception {
    GenericTestUtils.waitFor(
        () -> {
          try {
            return policy(file).equals("COLD");
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        100,
        PATIENCE_MS);
  }
}
