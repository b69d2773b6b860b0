package org.tieredhdfs.hdfs.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.waits.Waits;

@Timeout(120)
class TransferSlotsTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final long LONG_MS = 60_000;

  private final TransferSlots slots = new TransferSlots();
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void whatIsOverTheBoundIsRefusedUntilOneEnds() throws Exception {
    assertThat(slots.tryBegin(() -> 2, 0)).isTrue();
    assertThat(slots.tryBegin(() -> 2, 0)).isTrue();
    assertThat(slots.tryBegin(() -> 2, 1)).isFalse();
    assertThat(slots.refused()).isOne();
    slots.end();
    assertThat(slots.tryBegin(() -> 2, 0)).isTrue();
    assertThat(slots.inProgress()).isEqualTo(2);
  }

  @Test
  void withoutABoundAllBeginAndAreCounted() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(slots.tryBegin(() -> 0, 0)).isTrue();
    }
    assertThat(slots.inProgress()).isEqualTo(100);
  }

  @Test
  void waitingOnesBeginInTheOrderOfTheirArrival() throws Exception {
    slots.begin();
    Future<Boolean> first = pool.submit(() -> slots.tryBegin(() -> 1, LONG_MS));
    Waits.until("the first waits", WAIT, () -> slots.waiting() == 1);
    Future<Boolean> second = pool.submit(() -> slots.tryBegin(() -> 1, LONG_MS));
    Waits.until("the second waits", WAIT, () -> slots.waiting() == 2);
    slots.end();
    assertThat(first.get()).isTrue();
    assertThat(second.isDone()).isFalse();
    slots.end();
    assertThat(second.get()).isTrue();
  }

  @Test
  void waitingOneNoticesAnotherBound() throws Exception {
    AtomicLong bound = new AtomicLong(1);
    slots.begin();
    Future<Boolean> waiting = pool.submit(() -> slots.tryBegin(bound::get, LONG_MS));
    Waits.until("it waits", WAIT, () -> slots.waiting() == 1);
    bound.set(2);
    assertThat(waiting.get()).isTrue();
  }

  @Test
  void interruptedOneLeavesItsPlaceInTheQueue() throws Exception {
    slots.begin();
    Future<Boolean> waiting = pool.submit(() -> slots.tryBegin(() -> 1, LONG_MS));
    Waits.until("it waits", WAIT, () -> slots.waiting() == 1);
    waiting.cancel(true);
    Waits.until("it has left", WAIT, () -> slots.waiting() == 0);
    slots.end();
    assertThat(slots.tryBegin(() -> 1, 0)).isTrue();
  }

  @Test
  void placeIsGivenBackOnce() throws Exception {
    TransferPlace place = new TransferPlace(slots);
    assertThat(place.tryTake(() -> 1, 0)).isTrue();
    TransferPlace second = new TransferPlace(slots);
    assertThat(second.tryTake(() -> 1, 0)).isFalse();
    second.close();
    assertThat(slots.inProgress()).isOne();
    place.close();
    place.close();
    assertThat(slots.inProgress()).isZero();
  }

  /** Never more than the bound, and none is lost, while threads are refused and interrupted. */
  @Test
  void manyThreadsKeepTheBoundAndGiveAllBack() throws Exception {
    int bound = 3;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < 12; thread++) {
      all.add(
          pool.submit(
              () -> {
                for (int round = 0; round < 2000; round++) {
                  if (ThreadLocalRandom.current().nextInt(50) == 0) {
                    Thread.currentThread().interrupt();
                  }
                  try (TransferPlace place = new TransferPlace(slots)) {
                    if (place.tryTake(() -> bound, round % 3)) {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      Thread.onSpinWait();
                      inside.decrementAndGet();
                    }
                  } catch (InterruptedException e) {
                    // goes on with the next round
                    Thread.interrupted();
                  }
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    assertThat(most.get()).isBetween(1, bound);
    assertThat(slots.inProgress()).isZero();
    assertThat(slots.waiting()).isZero();
  }
}
