package org.tieredhdfs.mover.service.request;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/** What becomes of a file that could not be brought to its policy, by the default settings. */
class RunTest {
  private static final RetrySettings RETRY = RetrySettings.of(new Configuration(false));
  private static final FileRef FILE = new FileRef(7, "/d/f");
  private static final long LONG_AGO_MS = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(8);

  private static Run run(@Nullable WaitingFile before) {
    QueuedRequest request =
        QueuedRequest.ofEvent(FILE.inodeId(), FILE.path(), Origin.POLICY_CHANGE, false)
            .numbered(5, 5, 1);
    return new Run(new RequestLife(request), before, RETRY, other -> false);
  }

  private static FileResult incomplete(Reason... reasons) {
    List<BlockFailure> failures =
        Arrays.stream(reasons).map(reason -> new BlockFailure("blk_1", reason, "words")).toList();
    return new FileResult(
        FILE.inodeId(), FILE.path(), FileOutcome.INCOMPLETE, 0, 0, failures, failures.size());
  }

  private static WaitingFile waitsSince(Why why, long sinceMs) {
    return waitsSince(why, sinceMs, 170);
  }

  private static WaitingFile waitsSince(Why why, long sinceMs, int tries) {
    return new WaitingFile(FILE, why, "", sinceMs, sinceMs, tries, System.nanoTime());
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"NO_SPACE", "NODE_OUT_OF_SERVICE", "NO_STORAGE_OF_TYPE"})
  void aFailureThatPassesIsTriedAgainAfterAMinuteAndMoreAndMoreSeldom(Reason reason) {
    WaitingFile before = null;
    List<Long> minutes = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      Run run = run(before);
      long beganNs = System.nanoTime();
      run.ended(incomplete(reason));
      assertThat(run.givenUp()).isEmpty();
      WaitingFile file = requireNonNull(run.left());
      before = file;
      assertThat(List.of(file.file(), file.why(), file.reason(), file.tries()))
          .isEqualTo(List.of(FILE, Why.RETRY, reason.name(), i));
      minutes.add(TimeUnit.NANOSECONDS.toMinutes(file.dueNs() - beganNs));
    }
    assertThat(minutes).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void whatHasFailedForTooLongIsGivenUpWithItsReason() {
    Run run = run(waitsSince(Why.RETRY, LONG_AGO_MS));
    run.ended(incomplete(Reason.NO_SPACE));
    assertThat(run.left()).isNull();
    assertThat(run.givenUp())
        .singleElement()
        .extracting(GivenUp::path, GivenUp::reason, GivenUp::detail)
        .containsExactly("/d/f", "NO_SPACE", "words");
  }

  @Test
  void aClockThatWasSetGivesUpNothingThatWasSeldomTried() {
    Run run = run(waitsSince(Why.RETRY, LONG_AGO_MS, 3));
    run.ended(incomplete(Reason.NO_SPACE));
    assertThat(run.left()).isNotNull();
    assertThat(run.givenUp()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"PINNED", "CORRUPT", "PLACEMENT_RULES", "UNKNOWN_POLICY"})
  void whatDoesNotPassByItselfIsGivenUpAtOnce(Reason reason) {
    Run run = run(null);
    run.ended(incomplete(reason));
    assertThat(run.left()).isNull();
    assertThat(run.givenUp()).singleElement().extracting(GivenUp::reason).isEqualTo(reason.name());
  }

  @Test
  void anOpenFileIsNoFailureHoweverLongItIsOpenAndIsNotLookedAtForAnHour() {
    Run run = run(waitsSince(Why.OPEN, LONG_AGO_MS));
    long beganNs = System.nanoTime();
    run.ended(incomplete(Reason.BEING_WRITTEN));
    assertThat(run.givenUp()).isEmpty();
    assertThat(run.left())
        .isNotNull()
        .satisfies(
            file -> {
              assertThat(file.why()).isEqualTo(Why.OPEN);
              assertThat(TimeUnit.NANOSECONDS.toMinutes(file.dueNs() - beganNs)).isEqualTo(60);
            });
    RequestProgress sum = new RequestProgress();
    run.addTo(sum);
    RequestStatusProto.Builder status = RequestStatusProto.newBuilder();
    sum.writeTo(status);
    assertThat(status.getFailuresList()).isEmpty();
    assertThat(status.getFilesByOutcomeList()).isEmpty();
  }

  @Test
  void whatAnUpgradeKeepsInPlaceIsNeverGivenUp() {
    Run run = run(waitsSince(Why.RULE, LONG_AGO_MS));
    long beganNs = System.nanoTime();
    run.ended(incomplete(Reason.UPGRADING));
    assertThat(run.givenUp()).isEmpty();
    assertThat(run.left())
        .isNotNull()
        .satisfies(
            file -> {
              assertThat(file.why()).isEqualTo(Why.RULE);
              assertThat(TimeUnit.NANOSECONDS.toMinutes(file.dueNs() - beganNs)).isEqualTo(60);
            });
  }

  @Test
  void anOpenFileThatFailedAsWellIsTriedAgainForThat() {
    Run run = run(null);
    run.ended(incomplete(Reason.BEING_WRITTEN, Reason.NO_SPACE));
    assertThat(requireNonNull(run.left()).why()).isEqualTo(Why.RETRY);
  }

  @Test
  void filesThatAWalkFindsWaitByThemselvesAndTheRestIsLookedAtAgainIfThereIsNoRoom() {
    List<Long> taken = new ArrayList<>();
    QueuedRequest request = QueuedRequest.ofEvent(1, "/d", Origin.RENAME, true).numbered(5, 5, 1);
    Run run =
        new Run(
            new RequestLife(request),
            null,
            RETRY,
            file -> taken.size() < 3 && taken.add(file.file().inodeId()));
    for (long inode = 10; inode < 13; inode++) {
      run.heldBack(new FileRef(inode, "/d/" + inode), System.currentTimeMillis() + 5_000);
    }
    assertThat(run.isCutShort()).isFalse();
    run.heldBack(new FileRef(13, "/d/13"), System.currentTimeMillis() + 5_000);
    assertThat(run.isCutShort()).isTrue();
    assertThat(taken).containsExactly(10L, 11L, 12L);
    assertThat(run.setAside()).isEqualTo(3);
    assertThat(run.left()).isNull();
  }
}
