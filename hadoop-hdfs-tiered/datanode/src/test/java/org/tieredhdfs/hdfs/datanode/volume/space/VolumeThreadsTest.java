package org.tieredhdfs.hdfs.datanode.volume.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.hdfs.datanode.volume.space.VolumeThreads.Turn;
import org.tieredhdfs.waits.Waits;

/** How many threads look after volumes, and that each volume has its turn. */
@Timeout(120)
class VolumeThreadsTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final VolumeThreads threads = new VolumeThreads(100);
  private final CountDownLatch answer = new CountDownLatch(1);

  @AfterEach
  void end() {
    answer.countDown();
    threads.close();
  }

  private Turn stuck(CountDownLatch begun) {
    return new Turn(
        "stuck",
        () -> {
          begun.countDown();
          try {
            answer.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Test
  void aVolumeThatDoesNotAnswerKeepsOneThreadAndTheOthersGoOn() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Turn stuck = stuck(begun);
    threads.ask(stuck, false);
    begun.await();
    AtomicInteger turns = new AtomicInteger();
    Turn other = new Turn("other", turns::incrementAndGet);
    for (int asked = 1; asked <= 20; asked++) {
      int expected = asked;
      threads.ask(stuck, true);
      threads.ask(other, true);
      Waits.until("it had its turn", LIMIT, () -> turns.get() >= expected);
    }
    assertThat(threads.started()).as("one for it, and one for the others").isEqualTo(2);
  }

  @Test
  void whoWantsToKnowDoesNotWaitForAThreadThatIsLate() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    threads.ask(stuck(begun), false);
    begun.await();
    AtomicInteger turns = new AtomicInteger();
    Turn other = new Turn("other", turns::incrementAndGet);
    Waits.until(
        "it had its turn",
        LIMIT,
        () -> {
          threads.ask(other, false);
          return turns.get() > 0;
        });
  }

  @Test
  void anErrorEndsOneTurnOnly() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    Turn failing =
        new Turn(
            "failing",
            () -> {
              turns.incrementAndGet();
              throw new AssertionError("as from a volume");
            });
    for (int asked = 1; asked <= 3; asked++) {
      int expected = asked;
      threads.ask(failing, false);
      Waits.until("it had its turn", LIMIT, () -> turns.get() >= expected);
    }
    assertThat(threads.started()).isEqualTo(1);
  }

  @Test
  void aTurnThatLeavesItsThreadInterruptedEndsThatThreadOnly() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    Turn interrupting =
        new Turn(
            "interrupting",
            () -> {
              turns.incrementAndGet();
              Thread.currentThread().interrupt();
            });
    for (int asked = 1; asked <= 3; asked++) {
      int expected = asked;
      Waits.until(
          "it had its turn",
          LIMIT,
          () -> {
            threads.ask(interrupting, false);
            return turns.get() >= expected;
          });
    }
  }

  /** Stress: never two turns of a volume at once, and one that begins after it was asked for. */
  @Test
  void eachAskIsFollowedByATurnOfItsOwn() throws Exception {
    int volumes = 8;
    List<AtomicInteger> asked = new ArrayList<>();
    List<AtomicInteger> seen = new ArrayList<>();
    List<Turn> turns = new ArrayList<>();
    AtomicBoolean areTwoAtOnce = new AtomicBoolean();
    for (int i = 0; i < volumes; i++) {
      AtomicInteger ask = new AtomicInteger();
      AtomicInteger last = new AtomicInteger();
      AtomicBoolean isInside = new AtomicBoolean();
      asked.add(ask);
      seen.add(last);
      turns.add(
          new Turn(
              "volume " + i,
              () -> {
                areTwoAtOnce.compareAndSet(false, isInside.getAndSet(true));
                last.set(ask.get());
                isInside.set(false);
              }));
    }
    List<Thread> askers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int first = i;
      Thread asker =
          new Thread(
              () -> {
                for (int round = 0; round < 20_000; round++) {
                  int volume = (first + round) % volumes;
                  asked.get(volume).incrementAndGet();
                  threads.ask(turns.get(volume), round % 7 == 0);
                }
              });
      askers.add(asker);
      asker.start();
    }
    for (Thread asker : askers) {
      asker.join();
    }
    for (int i = 0; i < volumes; i++) {
      int volume = i;
      Waits.until(
          "the last ask was seen", LIMIT, () -> seen.get(volume).get() == asked.get(volume).get());
    }
    assertThat(areTwoAtOnce).isFalse();
  }
}
