package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.tiering.heat.ReadCounter;

/** Rules that fill a storage type by the reads that DataNodes count. */
class FillRoundsTest extends RoundsOnCluster {
  private static final Path C = new Path(DATA, "c");

  private RuleRounds rounds;

  @Override
  Configuration clusterConfiguration() {
    Configuration clusters = new HdfsConfiguration();
    clusters.set("dfs.datanode.plugins", ReadCounter.class.getName());
    return clusters;
  }

  @Override
  void build(MiniDFSCluster.Builder builder) {
    builder.storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK});
  }

  @BeforeEach
  void rule() throws IOException {
    write(A, MB);
    write(B, MB);
    write(C, MB);
    rule("path = /data", "ALL_SSD");
    fills("SSD 2m");
    conf.set("dfs.tiering.rules.fills.stay", "0");
    rounds = rounds();
  }

  @AfterEach
  void end() {
    rounds.close();
    assertThat(temporary.list()).isEmpty();
  }

  private void fills(String much) {
    conf.set("dfs.tiering.rule.one.fills", much);
  }

  private void read(Path file, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      byte[] unused = DFSTestUtil.readFileAsBytes(fs, file);
    }
  }

  private List<String> policies() throws IOException {
    return policies(A, B, C);
  }

  private List<String> policies(Path... files) throws IOException {
    List<String> policies = new ArrayList<>();
    for (Path file : files) {
      policies.add(policy(file));
    }
    return policies;
  }

  private void round() throws IOException {
    rounds.round();
  }

  @Test
  void whatIsReadMostComesAndLeavesForWhatIsReadMore() throws IOException {
    read(A, 3);
    read(B, 4);
    read(C, 1);
    checkpoint();
    round();
    assertThat(policies()).containsExactly("ALL_SSD", "ALL_SSD", "HOT");

    // on the same image
    read(C, 8);
    round();
    assertThat(policies()).containsExactly("HOT", "ALL_SSD", "ALL_SSD");

    // and back on the same image, and on a new one
    read(A, 20);
    round();
    assertThat(policies()).containsExactly("ALL_SSD", "HOT", "ALL_SSD");
    rounds.close();
    checkpoint();
    rounds = rounds();
    read(B, 40);
    round();
    assertThat(policies()).containsExactly("ALL_SSD", "ALL_SSD", "HOT");
  }

  @Test
  void whatIsReadOnceOrNotAtAllStays() throws IOException {
    read(A, 1);
    checkpoint();
    round();

    assertThat(policies()).containsOnly("HOT");
  }

  @Test
  void whatAUserSetStaysHoweverOftenItIsRead() throws IOException {
    fs.setStoragePolicy(A, "WARM");
    fs.setStoragePolicy(B, "ALL_SSD");
    read(A, 5);
    read(C, 9);
    fills("SSD 1m");
    checkpoint();
    round();

    assertThat(policies()).containsExactly("WARM", "ALL_SSD", "ALL_SSD");
  }

  @Test
  void aSmallerShareTakesBackWhatIsReadLeast() throws IOException {
    read(A, 3);
    read(B, 9);
    checkpoint();
    round();
    fills("SSD 1m");
    rounds.close();
    checkpoint();
    rounds = rounds();
    round();

    assertThat(policies()).containsExactly("HOT", "ALL_SSD", "HOT");
  }

  @Test
  void anotherPolicyOfTheRuleReplacesWhatItGave() throws IOException {
    read(A, 3);
    checkpoint();
    round();
    conf.set("dfs.tiering.rule.one.policy", "ONE_SSD");
    round();

    assertThat(policies()).containsExactly("ONE_SSD", "HOT", "HOT");
  }

  @Test
  void aPolicyThatAUserSetsAfterOneCouldNotBeSetIsTheUsers() throws IOException {
    read(A, 5);
    checkpoint();
    int[] asked = {0};
    rounds.close();
    rounds =
        roundsWhile(
            () -> {
              asked[0]++;
              if (asked[0] == 4) {
                // between what is written down and what is set
                throw new IOException("another one is now");
              }
            });
    assertThatThrownBy(this::round).hasMessage("another one is now");
    fs.setStoragePolicy(A, "ALL_SSD");
    rounds.close();
    checkpoint();
    fills("SSD 1");
    rounds = rounds();
    round();

    assertThat(policy(A)).isEqualTo("ALL_SSD");
  }

  @Test
  void theImageStaysUntilANewerOneIsThere() throws IOException {
    checkpoint();
    round();
    File[] before = Objects.requireNonNull(temporary.listFiles());
    assertThat(before).hasSize(1);
    assertThat(before[0].getName()).contains("-" + ProcessHandle.current().pid() + "-");
    round();
    assertThat(temporary.listFiles()).containsExactly(before);

    conf.set("dfs.tiering.rules.interval", "1s");
    RuleRounds other = rounds();
    other.round();
    assertThat(temporary.listFiles()).contains(before[0]).hasSize(2);
    other.close();
    assertThat(temporary.listFiles()).containsExactly(before);
  }

  @Test
  void aFileThatLeavesForAnotherHasStayedForATime() throws IOException {
    conf.set("dfs.tiering.rules.fills.stay", "1h");
    fills("SSD 1m");
    read(A, 3);
    checkpoint();
    round();
    read(B, 30);
    round();

    assertThat(policies()).containsExactly("ALL_SSD", "HOT", "HOT");
  }

  @Test
  void whatTheRuleGaveAndNamesNoMoreLeavesFirst() throws IOException {
    read(A, 9);
    read(B, 9);
    checkpoint();
    round();
    Path gone = new Path("/gone");
    assertThat(fs.rename(A, gone)).isTrue();
    rounds.close();
    read(gone, 20);
    read(C, 5);
    checkpoint();
    rounds = rounds();
    round();

    assertThat(policies(gone, B, C)).containsExactly("HOT", "ALL_SSD", "ALL_SSD");
    assertThat(fs.delete(gone, false)).isTrue();
  }

  @Test
  void whatIsAsMuchOnTheTypeByItsDirectoryStays() throws IOException {
    fs.setStoragePolicy(DATA, "ALL_SSD");
    conf.set("dfs.tiering.rule.one.policy", "ONE_SSD");
    read(A, 9);
    checkpoint();
    round();
    fs.unsetStoragePolicy(DATA);

    assertThat(policies()).containsOnly("HOT");
  }

  /** As if the process was killed: what it catches are other errors. */
  @Test
  void whatWasNotTakenBackYetIsTheRulesStill() throws IOException {
    read(A, 9);
    checkpoint();
    round();
    rounds.close();
    int[] asked = {0};
    rounds =
        roundsWhile(
            () -> {
              asked[0]++;
              if (asked[0] == 4) {
                throw new IllegalStateException("killed");
              }
            });
    fills("SSD 1");
    checkpoint();
    assertThatThrownBy(this::round).hasMessage("killed");
    assertThat(policy(A)).isEqualTo("ALL_SSD");
    rounds.close();
    checkpoint();
    rounds = rounds();
    round();

    assertThat(policy(A)).isEqualTo("HOT");
  }

  /** Without the key the rule would be for all its files. */
  @Test
  void aMisspeltKeyStopsTheRound() throws IOException {
    conf.set("dfs.tiering.rule.one.fill", "SSD 1m");
    checkpoint();

    assertThatThrownBy(this::round).hasMessageContaining("dfs.tiering.rule.one.fill: no such key");
  }

  @Test
  void aRoundChangesNoMoreFilesThanItsLimit() throws IOException {
    conf.set("dfs.tiering.rules.max.files", "1");
    read(A, 3);
    read(B, 9);
    checkpoint();
    round();
    assertThat(policies()).containsExactly("HOT", "ALL_SSD", "HOT");

    round();
    assertThat(policies()).containsExactly("ALL_SSD", "ALL_SSD", "HOT");
  }

  @Test
  void onlySuperusersAreTold() throws Exception {
    var stranger = UserGroupInformation.createUserForTesting("ann", new String[] {"people"});
    var node = cluster.getDataNodes().get(0);
    String address = "127.0.0.1:" + node.getIpcPort();
    int refused =
        stranger.doAs(
            (PrivilegedExceptionAction<Integer>)
                () ->
                    new DFSAdmin(conf)
                        .run(new String[] {"-refresh", address, "tiered-reads", "x", "1"}));
    int told = new DFSAdmin(conf).run(new String[] {"-refresh", address, "tiered-reads", "x", "1"});

    assertThat(refused).isNotZero();
    assertThat(told).isZero();
  }
}
