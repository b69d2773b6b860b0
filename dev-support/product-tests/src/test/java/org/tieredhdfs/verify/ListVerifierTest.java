package org.tieredhdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the verification finds, and what it does not mistake for a loss. */
class ListVerifierTest {
  private static final int LISTS = 5;
  private static final int BATCHES = 40;

  private final AckedRows acked = new AckedRows();

  private ListWriter writer(int number, RowStore store) {
    return new ListWriter(number, LISTS, store, acked, 0, new SplittableRandom(number));
  }

  private MemoryStore written() throws Exception {
    MemoryStore store = new MemoryStore(0);
    writer(0, store).run(() -> acked.rows() >= LISTS * BATCHES);
    return store;
  }

  private Verdict verify(RowStore store) throws Exception {
    return ListVerifier.verify(store, acked.batches());
  }

  @Test
  void wholeListsAreGood() throws Exception {
    Verdict verdict = verify(written());

    assertThat(verdict.isGood()).isTrue();
    assertThat(verdict.found()).isEqualTo(LISTS * BATCHES);
    assertThat(verdict.unacked()).isZero();
  }

  @Test
  void rowsPointAtThoseOfTheBatchBefore() throws Exception {
    written();
    List<AckedRows.Batch> batches = acked.batches();

    assertThat(batches.get(0).rows()).allMatch(ListRow::isFirst);
    for (int i = 1; i < BATCHES; i++) {
      assertThat(batches.get(i).rows())
          .extracting(ListRow::previous)
          .isEqualTo(batches.get(i - 1).rows().stream().map(ListRow::id).toList());
    }
  }

  @Test
  void deletedRowIsFoundByItsPointerAndByItsWritersNote() throws Exception {
    MemoryStore store = written();
    ListRow row = acked.batches().get(7).rows().get(3);
    store.delete(row);

    assertThat(verify(store).lost())
        .singleElement()
        .asString()
        .startsWith("row " + ListRow.name(row.id()) + " is lost: batch 7 of writer 0, acknowledged")
        .endsWith("another row points at it");
  }

  @Test
  void deletedRowThatNobodyNotedIsFoundByItsPointer() throws Exception {
    MemoryStore store = written();
    ListRow row = acked.batches().get(7).rows().get(3);
    store.delete(row);

    assertThat(ListVerifier.verify(store, List.of()).lost())
        .containsExactly("row " + ListRow.name(row.id()) + " is lost: another row points at it");
  }

  @Test
  void deletedRowAtWhichNobodyPointsYetIsFoundByItsWritersNote() throws Exception {
    MemoryStore store = written();
    ListRow row = acked.batches().get(BATCHES - 1).rows().get(0);
    store.delete(row);

    assertThat(verify(store).lost())
        .singleElement()
        .asString()
        .contains(ListRow.name(row.id()), "batch " + (BATCHES - 1))
        .doesNotContain("points");
  }

  @Test
  void emptyStoreHasLostAll() throws Exception {
    written();

    assertThat(verify(new MemoryStore(0)).lost()).hasSize(LISTS * BATCHES);
  }

  @Test
  void damagedRowIsNamedAndNotCountedAsLost() throws Exception {
    MemoryStore store = written();
    ListRow row = acked.batches().get(2).rows().get(1);
    store.damage(row);
    Verdict verdict = verify(store);

    assertThat(verdict.isGood()).isFalse();
    assertThat(verdict.lost()).isEmpty();
    assertThat(verdict.damaged()).containsExactly("row " + ListRow.name(row.id()) + " is damaged");
  }

  @Test
  void rowsOfABatchThatWasNeverAcknowledgedAreNoLoss() throws Exception {
    // its second write fails half way, and it is not allowed a third
    MemoryStore store = new MemoryStore(2);
    ListWriter writer = writer(0, store);
    writer.run(() -> writer.failures() > 0);
    Verdict verdict = verify(store);

    assertThat(verdict.isGood()).isTrue();
    assertThat(acked.rows()).isEqualTo(LISTS);
    assertThat(verdict.unacked()).isEqualTo(LISTS / 2);
  }

  @Test
  void writersGoOnWithTheirListsAfterFailuresAndPauses() throws Exception {
    MemoryStore store = new MemoryStore(20);
    int writers = 4;
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    List<ListWriter> all = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      all.add(writer(i, store));
    }
    for (long rows : new long[] {LISTS * 100, LISTS * 200}) {
      List<Future<?>> running = new ArrayList<>();
      for (ListWriter writer : all) {
        running.add(
            pool.submit(
                () -> {
                  writer.run(() -> acked.rows() >= rows);
                  return writer;
                }));
      }
      for (Future<?> one : running) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
    pool.shutdown();
    Verdict verdict = verify(store);

    assertThat(verdict.isGood()).as("%s", verdict.lost()).isTrue();
    assertThat(all.stream().mapToLong(ListWriter::failures).sum()).isPositive();
    assertThat(acked.batches().stream().flatMap(batch -> batch.rows().stream()))
        .filteredOn(ListRow::isFirst)
        .as("lists that begin")
        .hasSize(writers * LISTS);
  }
}
