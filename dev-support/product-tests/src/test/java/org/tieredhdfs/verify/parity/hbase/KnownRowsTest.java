package org.tieredhdfs.verify.parity.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

class KnownRowsTest {
  private final KnownRows rows = new KnownRows();

  private static Result row(int row, long version) {
    return Result.create(new ArrayList<Cell>(KnownRows.cells(row, version)));
  }

  private static Kept check(KnownRows rows, List<Result> found, boolean hasMob) {
    return rows.check("t", found, hasMob);
  }

  private static boolean isGood(Kept kept) {
    return kept.lost().isEmpty() && kept.wrong().isEmpty();
  }

  private void put(int row, long version) {
    rows.mayHave(List.of(row), version);
    rows.have(List.of(row), version);
  }

  @Test
  void anAcknowledgedRowIsThereInItsLastVersion() {
    put(4, 1);
    put(4, 2);
    assertThat(check(rows, List.of(row(4, 2)), true)).isEqualTo(new Kept("t", 1, "", ""));
    assertThat(check(rows, List.of(row(4, 1)), true).lost())
        .isEqualTo("1 rows: row 4 has version 1, not [2]");
    assertThat(check(rows, List.of(), true).lost())
        .isEqualTo("1 rows: row 4 has version 0, not [2]");
  }

  @Test
  void whatWasNotAcknowledgedMayBeThereOrNot() {
    put(1, 1);
    rows.mayHave(List.of(1, 2), 2);
    assertThat(check(rows, List.of(row(1, 1)), true)).matches(KnownRowsTest::isGood);
    assertThat(check(rows, List.of(row(1, 2), row(2, 2)), true)).matches(KnownRowsTest::isGood);
    assertThat(check(rows, List.of(row(2, 2)), true)).matches(one -> !isGood(one));
  }

  @Test
  void aDeletedRowIsGoneAndOneThatNobodyWroteIsWrong() {
    put(1, 1);
    rows.mayHave(List.of(1), KnownRows.NONE);
    assertThat(check(rows, List.of(row(1, 1)), true)).matches(KnownRowsTest::isGood);
    rows.have(List.of(1), KnownRows.NONE);
    assertThat(check(rows, List.of(), true)).matches(KnownRowsTest::isGood);
    assertThat(check(rows, List.of(row(1, 1)), true).lost()).isNotEmpty();
    assertThat(check(rows, List.of(row(7, 1)), true).wrong())
        .isEqualTo("1 rows: row 7 was never written");
  }

  @Test
  void aLargeCellOfAnotherVersionIsWrongUnlessItWasNotRead() {
    put(8, 2);
    Result torn =
        Result.create(List.<Cell>of(KnownRows.cells(8, 2).get(0), KnownRows.cells(8, 1).get(1)));
    assertThat(check(rows, List.of(torn), true).wrong())
        .isEqualTo("1 rows: row 8, large cell is not version 2");
    assertThat(check(rows, List.of(torn), false)).matches(KnownRowsTest::isGood);
  }

  @Test
  void anOperationOnTheTableLeavesOneOfTwoStates() {
    put(1, 1);
    KnownRows before = rows.copy();
    put(1, 2);
    put(2, 3);
    rows.mayBecome(before);
    assertThat(check(rows, List.of(row(1, 2), row(2, 3)), true)).matches(KnownRowsTest::isGood);
    assertThat(check(rows, List.of(row(1, 1)), true)).matches(KnownRowsTest::isGood);
    assertThat(check(rows, List.of(), true)).matches(one -> !isGood(one));
    assertThat(check(before, List.of(row(1, 1)), true)).matches(KnownRowsTest::isGood);
  }
}
