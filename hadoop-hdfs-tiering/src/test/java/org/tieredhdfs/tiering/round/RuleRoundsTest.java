package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/** Rules on the files of a cluster, whose NameNode writes the images. */
class RuleRoundsTest extends RoundsOnCluster {
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

    assertThat(seen).isNotEmpty().containsOnly("rwx------");
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
