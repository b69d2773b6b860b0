package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What rounds leave in HDFS, and what others read of it. */
class GivenPoliciesTest extends RoundsOnCluster {
  private static final byte HOT = 7;
  private static final long LAST = Long.MAX_VALUE >> 4;

  private static PolicyChange change(long inode, byte policy, byte hadOwn) {
    return new PolicyChange(0, policy, false, inode, "", 1, policy, hadOwn, "", "", 0, 0);
  }

  private GivenPolicies known(long transaction) throws IOException {
    return new GivenPolicies(fs, directory(), transaction);
  }

  private GivenPolicies begun() throws IOException {
    GivenPolicies given = known(0);
    given.begin();
    return given;
  }

  private List<String> names() throws IOException {
    return List.of(fs.listStatus(directory())).stream()
        .map(file -> file.getPath().getName().replaceAll("[0-9].*", ""))
        .sorted()
        .toList();
  }

  @Test
  void theNewestEntryOfAFileCounts() throws IOException {
    GivenPolicies given = begun();
    given.give(List.of(change(5, COLD, (byte) 0), change(6, COLD, (byte) 0)));
    given.give(List.of(change(5, HOT, COLD)));
    given.end();

    assertThat(known(0).givenSince(5)).isEqualTo(HOT);
    assertThat(known(0).givenSince(6)).isEqualTo(COLD);
    assertThat(known(0).givenSince(7)).isEqualTo(-1);
    assertThat(known(LAST).isByRule(5, HOT)).isTrue();
    assertThat(known(LAST).isByRule(5, COLD)).isFalse();
  }

  @Test
  void whatCouldNotBeSetIsTakenBack() throws IOException {
    GivenPolicies given = begun();
    given.give(List.of(change(5, COLD, (byte) 0), change(6, COLD, HOT)));
    given.takeBack(List.of(change(5, COLD, (byte) 0), change(6, COLD, HOT)));
    given.end();

    assertThat(known(LAST).isByRule(5, COLD)).isFalse();
    assertThat(known(LAST).isByRule(6, COLD)).isFalse();
    assertThat(known(LAST).isByRule(6, HOT)).isTrue();
  }

  @Test
  void theEndOfARoundDoesNotSettleThatOfAnother() throws IOException {
    GivenPolicies one = begun();
    GivenPolicies two = begun();
    one.give(List.of(change(5, COLD, (byte) 0)));
    two.give(List.of(change(6, COLD, (byte) 0)));
    one.end();

    assertThat(openEntries()).hasSize(1);
    two.give(List.of(change(7, COLD, (byte) 0)));
    two.end();
    assertThat(openEntries()).isEmpty();
    assertThat(known(LAST).isByRule(7, COLD)).isTrue();
  }

  @Test
  void aLeaderSettlesWhatOthersHaveLeft() throws IOException {
    GivenPolicies left = begun();
    left.give(List.of(change(5, COLD, (byte) 0)));
    GivenPolicies.settleAll(fs, directory());

    assertThat(openEntries()).isEmpty();
    assertThatThrownBy(() -> left.give(List.of(change(6, COLD, (byte) 0))))
        .isInstanceOf(IOException.class);
    fs.getClient().closeAllFilesBeingWritten(true);
  }

  @Test
  void voidEntriesAreDroppedAtOnce() throws IOException {
    for (long inode = 5; inode < 8; inode++) {
      GivenPolicies given = begun();
      given.give(List.of(change(inode, COLD, (byte) 0)));
      given.end();
    }
    FileStatus[] before = fs.listStatus(directory());
    GivenPolicies given = known(LAST);
    assertThat(given.isByRule(6, COLD)).isTrue();
    given.dropVoid();
    assertThat(names()).containsExactly("all-");

    // as if the process had been killed before it deleted the others
    for (FileStatus old : before) {
      fs.create(old.getPath()).close();
    }
    Path last = before[before.length - 1].getPath();
    fs.delete(last, false);
    write(last, 8);

    assertThat(known(LAST).isByRule(6, COLD)).isTrue();
    assertThat(known(LAST).isByRule(5, COLD)).isFalse();
    GivenPolicies again = known(LAST);
    assertThat(again.isByRule(6, COLD)).isTrue();
    again.dropVoid();
    assertThat(names()).containsExactly("all-");
  }

  @Test
  void tooManyRoundsWithoutANewerImageAreRefusedWithWhatHelps() throws IOException {
    fs.mkdirs(directory());
    for (int round = 1; round <= 500; round++) {
      fs.create(new Path(directory(), "until-" + (1_000 + round))).close();
    }

    known(2_000).requireFewRounds();
    assertThatThrownBy(() -> known(1_000).requireFewRounds())
        .hasMessageContaining("no image for 500 rounds")
        .hasMessageContaining("-saveNamespace");
  }
}
