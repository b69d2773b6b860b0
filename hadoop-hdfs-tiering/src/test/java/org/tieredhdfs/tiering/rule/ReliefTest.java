package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.image.SmallImage;

/** A rule that makes room on SSD; each file of 10 bytes has three replicas there. */
class ReliefTest {
  private static final int ALL_SSD = 12;
  private static final int ONE_SSD = 10;
  private static final int WARM = 5;
  private static final int REPLICATION = 3;
  private static final long NOW_MS = TimeUnit.DAYS.toMillis(20_000);

  private final Configuration conf = new Configuration(false);
  private boolean hasReadTimes;

  @TempDir private Path folder;
  private File file = new File("");
  private SmallImage image;

  @BeforeEach
  void begin() throws IOException {
    file = folder.resolve("fsimage_0000000000000000042").toFile();
    image = new SmallImage(file);
    image.policy("/fast", ALL_SSD);
    conf.set("dfs.tiering.rules", "ease");
    rule("ease", "WARM");
    conf.set("dfs.tiering.rule.ease.relieves", "ssd");
  }

  private void rule(String name, String policy) {
    conf.set("dfs.tiering.rule." + name + ".files", "path = /fast");
    conf.set("dfs.tiering.rule." + name + ".policy", policy);
  }

  private INodeFile.Builder used(String owner, int daysAgo) {
    long timeMs = NOW_MS - TimeUnit.DAYS.toMillis(daysAgo);
    return image.plain(owner, "all").setModificationTime(timeMs).setAccessTime(timeMs);
  }

  private void add(String owner, int... daysAgo) {
    for (int days : daysAgo) {
      image.file("/fast/" + owner + days, used(owner, days), 10);
    }
  }

  /** The names of the files that rules change. */
  private List<String> changed(long usedBytes, long remainingBytes) throws IOException {
    image.write();
    FileFacts facts = new FileFacts(NOW_MS, () -> hasReadTimes, PolicyNames.of(conf));
    TieringRules rules = TieringRules.of(conf, facts);
    NamespaceImage read = new NamespaceImage(conf, file, done -> {});
    Map<StorageType, TypeFill> uses =
        Map.of(
            StorageType.SSD, new TypeFill(usedBytes, remainingBytes),
            StorageType.DISK, new TypeFill(1, 0));
    rules.choose(read, uses, Provenance.NONE);
    List<String> changed = new ArrayList<>();
    read.forEachFile(
        one -> {
          TieringRule rule = rules.first(one);
          if (rule != null && rule.apply(one, Provenance.NONE) == TieringRule.Effect.CHANGE) {
            changed.add(one.name());
          }
        });
    return changed;
  }

  @Test
  void belowItsMarkNothingLeaves() throws IOException {
    add("ann", 1, 2, 3, 4);

    assertThat(changed(84, 16)).isEmpty();
  }

  @Test
  void theColdestLeaveUntilTheLowMark() throws IOException {
    add("ann", 30, 1, 300, 2, 3, 100, 4, 5, 6, 7);

    // of 300 bytes, 225 are to stay: three files leave
    assertThat(changed(300, 0)).containsExactly("ann30", "ann300", "ann100");
  }

  @Test
  void ofFilesOfTheSameAgeNoMoreLeaveThanHaveTo() throws IOException {
    for (int i = 0; i < 10; i++) {
      image.file("/fast/" + i, used("ann", 50), 10);
    }

    assertThat(changed(300, 0)).containsExactly("0", "1", "2");
  }

  @Test
  void eachOwnerGivesTheSameShare() throws IOException {
    conf.set("dfs.tiering.rule.ease.low.percent", "50");
    add("ann", 1, 2, 3, 4, 5, 6);
    add("bob", 100, 200, 300, 400);

    assertThat(changed(300, 0)).containsExactly("ann4", "ann5", "ann6", "bob300", "bob400");
  }

  @Test
  void whatPoliciesWantElsewhereCountsAsMoved() throws IOException {
    add("ann", 1, 2, 3, 4, 5, 6, 7, 8);
    image.file("/fast/left", used("ann", 9).setStoragePolicyID(WARM), 10);
    image.file("/fast/gone", used("ann", 9).setStoragePolicyID(WARM), 10);

    // 240 bytes are to be there, and 225 may
    assertThat(changed(300, 0)).containsExactly("ann8");
  }

  @Test
  void noMoreLeaveThanHaveToWhereEachOwnerHasAFile() throws IOException {
    for (int i = 0; i < 10; i++) {
      image.file("/fast/" + i, used("u" + i, 50 + i), 10);
    }

    assertThat(changed(300, 0)).hasSize(3);
  }

  @Test
  void aRuleRelievesTheFilesThatAnotherCannot() throws IOException {
    conf.set("dfs.tiering.rules", "archive, ease");
    rule("archive", "HOT");
    conf.set("dfs.tiering.rule.archive.relieves", "ARCHIVE");
    add("ann", 30, 1, 300, 2, 3, 100, 4, 5, 6, 7);

    assertThat(changed(300, 0)).containsExactly("ann30", "ann300", "ann100");
  }

  @Test
  void rulesThatRelieveOneTypeDoSoTogether() throws IOException {
    conf.set("dfs.tiering.rules", "some, ease");
    rule("some", "WARM");
    conf.set("dfs.tiering.rule.some.files", "path = /fast and name = ann1, ann2");
    conf.set("dfs.tiering.rule.some.relieves", "SSD");
    add("ann", 1, 2, 3, 4, 5, 6, 7, 8, 9, 20);

    // two by the first, and the coldest
    assertThat(changed(300, 0)).containsExactly("ann1", "ann2", "ann20");
  }

  @Test
  void erasureCodedFilesCountWithTheirParity() throws IOException {
    conf.set("dfs.tiering.rule.ease.policy", "COLD");
    for (int i = 0; i < 10; i++) {
      image.file(
          "/fast/" + i,
          used("ann", 50).clearReplication().setErasureCodingPolicyID(1), // RS-6-3
          6 << 20);
    }

    assertThat(changed(90 << 20, 6 << 20)).containsExactly("0", "1");
  }

  @Test
  void aFileThatHasLeftStaysAwayFromLaterRules() throws IOException {
    conf.set("dfs.tiering.rules", "ease, back");
    rule("back", "ALL_SSD");
    add("ann", 1);
    image.file("/fast/left", used("ann", 9).setStoragePolicyID(WARM), 10);

    assertThat(changed(10, 90)).isEmpty();
  }

  @Test
  void whatHasNoReplicaThereOrWouldKeepThemDoesNotLeave() throws IOException {
    conf.set("dfs.tiering.rule.ease.policy", "ONE_SSD");
    conf.set("dfs.tiering.rule.ease.low.percent", "0");
    image.policy("/fast/cold", 2);
    image.file("/fast/cold/a", used("ann", 500), 10);
    image.file("/fast/one", used("ann", 500).setStoragePolicyID(ONE_SSD), 10);
    image.file("/fast/single", used("ann", 500).setReplication(1), 10);
    add("ann", 1);

    assertThat(changed(50, 0)).containsExactly("ann1");
  }

  @Test
  void aFileThatIsReadIsNotColdIfTimesOfReadsAreKept() throws IOException {
    hasReadTimes = true;
    image.file("/fast/read", used("ann", 500).setAccessTime(NOW_MS), 10);
    add("ann", 1, 2, 3);

    assertThat(changed(120, 0)).containsExactly("ann3");
  }

  @Test
  void aTypeThatTheClusterDoesNotHaveIsNotRelieved() throws IOException {
    conf.set("dfs.tiering.rule.ease.relieves", "ARCHIVE");
    add("ann", 1);

    assertThat(changed(REPLICATION, 0)).isEmpty();
  }
}
