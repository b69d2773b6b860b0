package org.tieredhdfs.verify.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.verify.parity.Comparison.Difference;
import org.tieredhdfs.verify.parity.Comparison.Kind;
import org.tieredhdfs.verify.parity.PlayResult.Done;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

class ComparisonTest {
  private static final Kept ALL = new Kept("f", 100, "", "");
  private static final Done DONE = new Done("0.1 write", false, 1_000, -1, "");

  private static PlayResult play(List<Done> operations, Kept kept, long servingMs) {
    return new PlayResult("", operations, List.of(kept), servingMs, List.of());
  }

  private static List<Difference> compare(Done apache, Done ours) {
    return Comparison.of(play(List.of(apache), ALL, 0), play(List.of(ours), ALL, 0));
  }

  private static List<Difference> compare(Kept apache, Kept ours) {
    return Comparison.of(play(List.of(DONE), apache, 0), play(List.of(DONE), ours, 0));
  }

  @Test
  void asGoodAsApacheIsNoDifference() {
    assertThat(compare(ALL, ALL)).isEmpty();
    assertThat(compare(new Kept("f", 90, "lost", ""), ALL)).isEmpty();
    assertThat(compare(new Kept("f", 90, "lost", ""), new Kept("f", 90, "lost", ""))).isEmpty();
  }

  @Test
  void aBrokenPromiseThatApacheKeepsAndWrongBytesAreKindsOfTheirOwn() {
    assertThat(compare(ALL, new Kept("f", 90, "gone", "")))
        .containsExactly(new Difference(Kind.PROMISE, "lost: gone"));
    assertThat(compare(ALL, new Kept("f", 100, "", "byte 7")))
        .containsExactly(new Difference(Kind.WRONG, "wrong: byte 7"));
  }

  @Test
  void fewerBytesAreADifferenceAlsoWhereNothingWasPromised() {
    assertThat(compare(ALL, new Kept("f", 99, "", "")))
        .containsExactly(new Difference(Kind.KEPT, "f: 99 bytes kept, Apache's 100"));
    assertThat(compare(ALL, new Kept("another", 100, "", "")))
        .containsExactly(new Difference(Kind.KEPT, "f: 0 bytes kept, Apache's 100"));
    assertThat(compare(new Done("r", false, 1, 7, ""), new Done("r", false, 1, 6, "")))
        .containsExactly(new Difference(Kind.KEPT, "r: 6 bytes, Apache's 7"));
  }

  @Test
  void aFailureThatApacheHasNotIsNamed() {
    assertThat(compare(DONE, new Done(DONE.name(), false, 1, -1, "refused")))
        .containsExactly(
            new Difference(
                Kind.FAILED, "1 operations failed, Apache's 0; the first: 0.1 write: refused"));
    assertThat(
            compare(
                new Done(DONE.name(), false, 1, -1, "x"), new Done(DONE.name(), false, 1, -1, "y")))
        .isEmpty();
  }

  @Test
  void aLongerOperationCountsOnlyBeyondTheMarginAndWhereApacheCompletedIt() {
    assertThat(compare(DONE, new Done(DONE.name(), false, 2_100, -1, ""))).isEmpty();
    assertThat(compare(DONE, new Done(DONE.name(), false, 2_101, -1, "")))
        .containsExactly(
            new Difference(
                Kind.LONGEST, "0.1 write took 2101 ms, Apache's longest operation 1000"));
    assertThat(
            compare(
                new Done(DONE.name(), false, 10, -1, "x"),
                new Done(DONE.name(), false, 9_000, -1, "")))
        .isEmpty();
  }

  @Test
  void ofAClientThatMetAFaultWhichApachesHadWaitedOutOnlyPromisesCount() {
    Kept some = new Kept("c0-f0", 90, "", "");
    Kept more = new Kept("c0-f0", 100, "", "");
    for (long waitedMs : List.of(30_000L, 500L)) {
      PlayResult apache =
          play(
              List.of(
                  new Done("0.1 recover", true, waitedMs, -1, ""),
                  new Done("0.2 write", false, 1, -1, "")),
              more,
              0);
      List<Done> own =
          List.of(
              new Done("0.1 recover", true, 10, -1, ""),
              new Done("0.2 write", true, 1, -1, "disk full"));
      boolean isAhead = waitedMs == 30_000;
      assertThat(Comparison.of(apache, play(own, some, 0))).hasSize(isAhead ? 0 : 2);
      assertThat(Comparison.of(apache, play(own, new Kept("c0-f0", 90, "gone", ""), 0)))
          .contains(new Difference(Kind.PROMISE, "lost: gone"));
    }
  }

  @Test
  void aClientThatIsAheadBecauseItFailedCompares() {
    PlayResult apache =
        play(
            List.of(
                new Done("0.1 write", true, 30_000, -1, ""),
                new Done("0.2 write", false, 1, -1, "")),
            new Kept("c0-f0", 100, "", ""),
            0);
    PlayResult ours =
        play(
            List.of(
                new Done("0.1 write", true, 10, -1, "refused"),
                new Done("0.2 write", true, 1, -1, "its file was lost to an earlier failure")),
            new Kept("c0-f0", 90, "", ""),
            0);
    assertThat(Comparison.of(apache, ours))
        .extracting(Difference::kind)
        .containsExactly(Kind.KEPT, Kind.FAILED);
  }

  @Test
  void whatShowsInOneOrderOfPlaysAloneIsNotWorse() {
    PlayResult fast = play(List.of(DONE), ALL, 0);
    PlayResult slow = play(List.of(new Done(DONE.name(), false, 9_000, -1, "")), ALL, 0);
    assertThat(Comparison.all(List.of(fast), List.of(slow))).containsExactly(Kind.LONGEST);
    assertThat(Comparison.all(List.of(fast, fast), List.of(slow, fast))).isEmpty();
    assertThat(Comparison.all(List.of(fast, slow), List.of(slow, slow))).isEmpty();
    assertThat(Comparison.all(List.of(fast, fast), List.of(slow, slow)))
        .containsExactly(Kind.LONGEST);
  }

  @Test
  void volumesThatServeHalfAMinuteLaterAreADifference() {
    PlayResult apache = play(List.of(), ALL, 2_000);
    assertThat(Comparison.of(apache, play(List.of(), ALL, 32_000))).isEmpty();
    assertThat(Comparison.of(apache, play(List.of(), ALL, 32_001)))
        .containsExactly(
            new Difference(Kind.SERVING, "all volumes served after 32001 ms, Apache's 2000"));
  }
}
