package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
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
  private static final int MB = 1 << 20;
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
    assertThat(temporary.mkdirs()).isTrue();
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
    rounds().round();
    assertThat(temporary.list()).isEmpty();
  }

  private RuleRounds rounds() {
    return roundsWhile(() -> {});
  }

  private RuleRounds roundsWhile(Leadership leadership) {
    return new RuleRounds(conf, fs.getUri(), leadership, temporary.toPath());
  }

  private void rule(String files, String policy) {
    conf.set("dfs.tiering.rules", "one");
    conf.set("dfs.tiering.rule.one.files", files);
    conf.set("dfs.tiering.rule.one.policy", policy);
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
    roundOnTheSameImage("path = /data and last-read > 0s", "COLD");

    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(policy(B)).isEqualTo("HOT");
  }

  @Test
  void whatIsTooMuchForARoundWaitsForTheNext() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(new Path(DATA, "many/" + i), 1);
    }
    checkpoint();
    conf.setInt("dfs.tiering.rules.max.files", 2);
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
  void aRoundEndsWithTheFileThatReachesItsBytes() throws IOException {
    conf.set("dfs.tiering.rules.max.bytes", "4");
    write(new Path(DATA, "c"), 3);
    write(new Path(DATA, "d"), 4);
    round("path = /data", "COLD"); // 1, 2 and 3 bytes

    assertThat(policy(B)).isEqualTo("COLD");
    assertThat(policy(new Path(DATA, "c"))).isEqualTo("COLD");
    assertThat(policy(new Path(DATA, "d"))).isEqualTo("HOT");
  }

  @Test
  void policiesAreChangedInTheirWindowsAlone() throws IOException {
    LocalTime now = LocalTime.now(ZoneId.systemDefault());
    String soon = now.plusHours(1) + "-" + now.plusHours(2);
    conf.set("dfs.tiering.rules.windows", soon);
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("HOT");

    conf.set("dfs.tiering.rules.windows", soon + ", " + now.minusHours(1) + "-" + now.plusHours(1));
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void aTypeThatIsTooFullLosesItsColdestFiles() throws Exception {
    write(A, 4 * MB);
    write(B, 4 * MB);
    fs.setTimes(A, 0, 0);
    conf.setInt("dfs.blocksize", MB);
    setCapacity(10 * MB);
    try {
      conf.set("dfs.tiering.rule.one.relieves", "DISK");
      conf.set("dfs.tiering.rule.one.high.percent", "100");
      round("path = /data", "ALL_SSD");
      assertThat(policy(A)).isEqualTo("HOT");

      conf.set("dfs.tiering.rule.one.high.percent", "40");
      conf.set("dfs.tiering.rule.one.low.percent", "30");
      round("path = /data", "ALL_SSD");
      assertThat(policy(A)).isEqualTo("ALL_SSD");
      assertThat(policy(B)).isEqualTo("HOT");
    } finally {
      setCapacity(-1);
    }
  }

  /** Of each of the two volumes; -1 for that of the disk. */
  private void setCapacity(long bytes) throws IOException {
    DataNode node = cluster.getDataNodes().get(0);
    try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
      }
    }
    DataNodeTestUtils.triggerHeartbeat(node);
  }

  @Test
  void withoutRoomToWriteDownWhatRulesGiveTheyGiveNothing() throws IOException {
    setCapacity(MB);
    try {
      assertThatThrownBy(() -> round("path = /data", "COLD"))
          .hasMessage("what rules give cannot be written down");
      assertThat(policy(A)).isEqualTo("HOT");
    } finally {
      setCapacity(-1);
    }
    round("path = /data", "COLD");
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void aProcessThatIsNotTheOneToDoSoChangesNothing() throws IOException {
    checkpoint();
    rule("path = /data", "COLD");
    RuleRounds others =
        roundsWhile(
            () -> {
              throw new IOException("another one is");
            });

    assertThatThrownBy(others::round).hasMessage("another one is");
    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(fs.exists(directory())).isFalse();
  }

  @Test
  void aRoundWhoseProcessIsReplacedChangesNothingAnyMore() throws IOException {
    checkpoint();
    rule("path = /data", "COLD");
    AtomicBoolean wasAsked = new AtomicBoolean();
    RuleRounds replaced =
        roundsWhile(
            () -> {
              if (wasAsked.getAndSet(true)) {
                throw new IOException("another one is now");
              }
            });

    assertThatThrownBy(replaced::round).hasMessage("another one is now");
    assertThat(policy(A)).isEqualTo("HOT");
    round("path = /data", "COLD");
    round("path = /data", "COLD");
    assertThat(policy(A)).isEqualTo("COLD");
  }

  @Test
  void whatARoundGaveThatWasKilledIsKnown() throws IOException {
    DistributedFileSystem killed =
        (DistributedFileSystem) FileSystem.newInstance(fs.getUri(), conf);
    try {
      give(killed, A, COLD);
      fs.setStoragePolicy(A, "COLD");
      // its file of entries stays open

      // until an image shows what became of it, the file is left
      round("path = /data", "DIRECTORY");
      round("path = /data", "DIRECTORY");

      assertThat(policy(A)).isEqualTo("HOT");
    } finally {
      killed.getClient().closeAllFilesBeingWritten(true);
      killed.close();
    }
  }

  /** Leaves its file of entries open. */
  private void give(DistributedFileSystem by, Path file, byte policy) throws IOException {
    long inode = fs.getClient().getFileInfo(file.toUri().getPath()).getFileId();
    GivenPolicies given = new GivenPolicies(by, directory(), 0);
    given.begin();
    given.give(List.of(new PolicyChange(0, policy, false, inode, "", 1, policy, "", "", 0, 0)));
  }

  @Test
  void whatARoundPlannedThatWasKilledIsDoneLater() throws IOException {
    DistributedFileSystem killed =
        (DistributedFileSystem) FileSystem.newInstance(fs.getUri(), conf);
    try {
      give(killed, A, COLD);
      // nothing else is to be done, and no policy was set
      round("path = /data/a", "COLD");
      round("path = /data/a", "COLD");

      assertThat(policy(A)).isEqualTo("COLD");
    } finally {
      killed.getClient().closeAllFilesBeingWritten(true);
      killed.close();
    }
  }

  @Test
  void aPolicyThatAUserSetsAgainIsTheUsers() throws IOException {
    round("path = /data", "COLD");
    round("path = /data", "WARM");
    fs.setStoragePolicy(A, "COLD");
    roundOnTheSameImage("path = /data", "ALL_SSD");
    round("path = /data", "WARM");
    round("path = /data/b", "DIRECTORY");
    fs.setStoragePolicy(B, "WARM");
    round("path = /data", "DIRECTORY");

    assertThat(policy(A)).isEqualTo("COLD");
    assertThat(policy(B)).isEqualTo("WARM");
  }

  @Test
  void aFileThatGotAPinOrAnotherOwnerAfterTheImageStays() throws IOException {
    Path below = new Path(DATA, "pinned/below");
    write(below, 3);
    checkpoint();
    fs.setXAttr(A, "user.tiered.pin", new byte[0]);
    fs.setXAttr(below.getParent(), "user.tiered.pin", new byte[0]);
    fs.setOwner(B, "ann", null);
    roundOnTheSameImage("path = /data", "COLD");

    assertThat(policy(A)).isEqualTo("HOT");
    assertThat(policy(B)).isEqualTo("HOT");
    assertThat(policy(below)).isEqualTo("HOT");
  }

  @Test
  void aFileThatIsReadAllTheTimeComesBack() throws IOException {
    round("path = /data", "COLD");
    checkpoint();
    fs.setTimes(A, -1, System.currentTimeMillis() + 1_000);
    roundOnTheSameImage("path = /data and last-read < 7d", "DIRECTORY");

    assertThat(policy(A)).isEqualTo("HOT");
  }

  @Test
  void aRuleTakesBackWhatARuleGaveToAnErasureCodedFile() throws IOException {
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    Path striped = new Path(DATA, "striped/file");
    fs.mkdirs(striped.getParent());
    fs.setErasureCodingPolicy(striped.getParent(), "XOR-2-1-1024k");
    fs.create(striped).close();
    round("path = /data/striped", "COLD");
    assertThat(policy(striped)).isEqualTo("COLD");

    round("path = /data/striped", "DIRECTORY");

    assertThat(policy(striped)).isEqualTo("HOT");
  }

  @Test
  void filesThatAreNotAsTheImageSaysHoldUpNoOther() throws IOException {
    checkpoint();
    conf.setInt("dfs.tiering.rules.max.files", 1);
    fs.setOwner(A, "ann", null);
    roundOnTheSameImage("path = /data", "COLD");

    assertThat(policy(B)).isEqualTo("COLD");
  }

  @Test
  void otherFilesBesideTheEntriesDisturbNothing() throws IOException {
    round("path = /data", "COLD");
    DFSTestUtil.createFile(fs, new Path(directory(), "until-then"), 8, (short) 1, 1);
    round("path = /data", "DIRECTORY");

    assertThat(policy(A)).isEqualTo("HOT");
  }

  @Test
  void anImageIsForItsOwnerAlone() throws IOException {
    Path none = new Path(DATA, "none");
    checkpoint();
    rule("path = " + none.toUri().getPath(), "COLD");
    List<String> seen = new ArrayList<>();
    Leadership watcher =
        () -> {
          for (File made : Objects.requireNonNull(temporary.listFiles())) {
            seen.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.toPath())));
          }
        };
    roundsWhile(watcher).round();

    assertThat(seen).containsExactly("rwx------");
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
        .hasMessageContaining("dfs.tiering.rule.one.files: size: 'x'");
    assertThat(policy(A)).isEqualTo("HOT");
  }

  @Test
  void roundsGoOnUntilTheyAreEnded() throws Exception {
    conf.set("dfs.tiering.rules.interval", "1s");
    rule("path = /data", "COLD");
    checkpoint();
    RuleRounds started = rounds();
    started.start();
    try {
      awaitCold(A);
      Path late = new Path(DATA, "late");
      write(late, 3);
      checkpoint();
      awaitCold(late);
    } finally {
      started.close();
    }
    assertThat(temporary.list()).isEmpty();
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
