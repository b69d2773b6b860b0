package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HotFilesTest {
  private static final long MB = 1 << 20;
  private final HotFiles files = new HotFiles(100 * MB, 100 * MB);

  private HotFiles.Choice choose() {
    return files.choose(1_000, Long.MAX_VALUE, file -> true);
  }

  @Test
  void whatIsReadMostForItsSizeComesUntilTheRoomIsFull() {
    files.other(1, 60 * MB, 10);
    files.other(2, 60 * MB, 20);
    files.other(3, 40 * MB, 5);

    assertThat(choose().coming()).containsExactly(2L, 3L);
  }

  @Test
  void whatWasReadOnceDoesNotCome() {
    files.other(1, MB, 1);

    assertThat(choose().coming()).isEmpty();
  }

  @Test
  void aFileLeavesOnlyForOneThatIsClearlyHotter() {
    files.held(1, 100 * MB, 10, true);
    files.other(2, 100 * MB, 14);
    assertThat(choose().leaving()).isEmpty();

    HotFiles again = new HotFiles(100 * MB, 100 * MB);
    again.held(1, 100 * MB, 10, true);
    again.other(2, 100 * MB, 15);
    assertThat(again.choose(2, Long.MAX_VALUE, file -> true))
        .satisfies(
            choice -> {
              assertThat(choice.leaving()).containsExactly(1L);
              assertThat(choice.coming()).containsExactly(2L);
            });
  }

  @Test
  void aLargeHotFileDoesNotLeaveForATinyOne() {
    files.held(1, 100 * MB, 100, true);
    files.other(2, 1, 50);

    assertThat(choose().leaving()).isEmpty();
  }

  @Test
  void smallFilesTogetherReplaceALargeOne() {
    files.held(1, 100 * MB, 10, true);
    files.other(2, 30 * MB, 6);
    files.other(3, 30 * MB, 6);
    files.other(4, 30 * MB, 6);

    assertThat(choose().leaving()).containsExactly(1L);
  }

  @Test
  void aFileThatIsTooLargeDoesNotHinderAnother() {
    files.held(1, 90 * MB, 90, true);
    files.held(2, 10 * MB, 0.1, true);
    files.other(3, 99 * MB, 95);
    files.other(4, 10 * MB, 5);

    assertThat(choose().leaving()).containsExactly(2L);
  }

  @Test
  void limitsAdmitNothingForWhichNothingLeaves() {
    files.held(1, 50 * MB, 0, true);
    files.held(2, 50 * MB, 0, true);
    files.other(3, 100 * MB, 50);
    HotFiles.Choice two = files.choose(2, Long.MAX_VALUE, file -> true);

    assertThat(two.leaving()).isEmpty();
    assertThat(two.coming()).isEmpty();
  }

  @Test
  void whatHoldsTooMuchLosesTheLeastRead() {
    files.held(1, 80 * MB, 9, true);
    files.held(2, 80 * MB, 8, true);

    assertThat(choose().leaving()).containsExactly(2L);
  }

  @Test
  void whatMustStayOrIsNotKnownDoesNotLeaveForAnother() {
    files.held(1, 50 * MB, 0, false);
    files.held(2, 50 * MB, 0, true);
    files.other(3, 50 * MB, 50);
    files.other(4, 50 * MB, 40);
    HotFiles.Choice choice = files.choose(10, Long.MAX_VALUE, file -> file != 2);

    assertThat(choice.leaving()).isEmpty();
    assertThat(choice.coming()).isEmpty();
  }

  @Test
  void filesOfTheSameWorthComeByTheirNumbers() {
    for (long file = 9; file > 0; file--) {
      files.other(file, 40 * MB, 5);
    }

    assertThat(choose().coming()).containsExactly(1L, 2L);
  }

  @Test
  void emptyAndNegativeLengthsAreNoFiles() {
    files.held(1, -100 * MB, 0, true);
    files.held(2, 0, 0, true);
    files.other(3, -1, 100);
    files.other(4, 0, 100);
    files.other(5, 100 * MB, 5);

    assertThat(files.heldBytes()).isZero();
    assertThat(choose().coming()).containsExactly(5L);
  }
}
