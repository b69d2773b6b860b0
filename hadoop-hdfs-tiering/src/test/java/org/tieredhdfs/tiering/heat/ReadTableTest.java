package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadTableTest {
  private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
  private static final int MB = 1 << 20;

  private static Map<Long, Double> told(ReadTable table, long nowMs) {
    Map<Long, Double> told = new HashMap<>();
    table.forEach(nowMs, (block, bytes) -> told.merge(block, bytes, Double::sum));
    return told;
  }

  @Test
  void aReadOfJustNowCountsAlmostWholeAndOneOfADayAgoLittle() {
    ReadTable table = new ReadTable(64, 24 * HOUR_MS, 0);
    table.add(1, 1_000, 0);

    assertThat(told(table, 0).get(1L)).isCloseTo(904, within(1.0));
    assertThat(told(table, HOUR_MS).get(1L)).isCloseTo(454, within(1.0));
    assertThat(told(table, 24 * HOUR_MS).get(1L)).isCloseTo(2, within(1.0));
  }

  @Test
  void noPeriodHasABorderAtWhichReadsAreLost() {
    ReadTable table = new ReadTable(64, 24 * HOUR_MS, 0);
    double last = 0;
    for (int minute = 0; minute < 600; minute++) {
      table.add(1, MB, minute * 60_000L);
      double now = told(table, minute * 60_000L).getOrDefault(1L, 0.0);
      assertThat(now).isGreaterThan(last);
      last = now;
    }
  }

  @Test
  void negativeLengthsAndTheNumberOfNoBlockAreNotCounted() {
    ReadTable table = new ReadTable(64, HOUR_MS, 0);
    table.add(1, -5, 0);
    table.add(1, 0, 0);
    table.add(0, 5, 0);

    assertThat(told(table, 0)).isEmpty();
  }

  @Test
  void whoReadsEverythingOnceDisplacesLittle() {
    ReadTable table = new ReadTable(1 << 10, 24 * HOUR_MS, 0);
    for (int round = 0; round < 100; round++) {
      for (long hot = 1; hot <= 100; hot++) {
        table.add(hot, MB, 0);
      }
    }
    for (long block = 1_000; block < 51_000; block++) {
      table.add(block, MB, 0);
    }
    Map<Long, Double> told = told(table, 0);
    long kept = told.entrySet().stream().filter(one -> one.getKey() <= 100).count();

    assertThat(kept).isGreaterThan(90);
    assertThat(told.entrySet().stream().filter(one -> one.getKey() > 100))
        .allMatch(one -> one.getValue() < 3.0 * MB);
    assertThat(told.size()).isLessThanOrEqualTo(table.places());
    assertThat(table.leastBytes(0)).isPositive();
  }

  @Test
  void whatItKnowsOutlivesItsRenewal() {
    ReadTable table = new ReadTable(64, HOUR_MS, 0);
    long late = 30 * HOUR_MS;
    table.add(1, 1_000, late);
    assertThat(table.isOld(late)).isTrue();
    ReadTable renewed = table.renewed(late);

    assertThat(renewed.isOld(late)).isFalse();
    assertThat(told(renewed, late).get(1L)).isCloseTo(904, within(1.0));
  }

  /** Many threads, few blocks: each read is counted once, whoever meets whom in a set. */
  @Test
  void threadsThatMeetLoseNoRead() throws InterruptedException {
    ReadTable table = new ReadTable(1 << 8, 24 * HOUR_MS, 0);
    int threads = 8;
    int reads = 50_000;
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int read = 0; read < reads; read++) {
                  table.add(1 + read % 16, 1 << 10, 0);
                }
              });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    double sum = told(table, 0).values().stream().mapToDouble(bytes -> bytes).sum();
    double one = 0.9 + 0.1 / ReadTable.RECENT;

    assertThat(sum).isCloseTo((double) threads * reads * 1024 * one, within(1e4));
  }

  /** Threads that take places from each other all the time. */
  @Test
  void aTableThatIsTooSmallStaysSoundUnderStress() throws InterruptedException {
    ReadTable table = new ReadTable(8, 24 * HOUR_MS, 0);
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long from = 1 + 100L * i;
      Thread thread =
          new Thread(
              () -> {
                for (int read = 0; read < 100_000; read++) {
                  table.add(from + read % 50, 1 << 10, 0);
                }
              });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    Map<Long, Double> told = told(table, 0);

    assertThat(told).hasSizeLessThanOrEqualTo(8);
    assertThat(told.values()).allMatch(bytes -> bytes > 0 && bytes < 800_000.0 * 1024);
  }
}
