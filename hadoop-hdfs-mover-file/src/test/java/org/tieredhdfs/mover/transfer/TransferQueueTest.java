package org.tieredhdfs.mover.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;

class TransferQueueTest {
  private static final long PATIENCE_S = 60;
  private static final Backoff BACKOFF = new Backoff(20, 100);
  private static final long SHARE_BYTES = 1 << 20;
  private static final Owner REQUEST = () -> "";
  private static final LargeTransferLimits GENTLE = new LargeTransferLimits(SHARE_BYTES, 0);

  private static DatanodeInfo node(int number) {
    return new DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("127.0.0.1", "host", "node" + number, 0, 0, 0, 0))
        .build();
  }

  private static Transfer transfer(int from, int to, long sizeBytes, Owner owner) {
    return new Transfer(
        new ExtendedBlock("pool", 1),
        node(from),
        "volume-of-node" + from,
        node(from),
        node(to),
        StorageType.SSD,
        sizeBytes,
        owner);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Keeps count of what runs at a time, against the limits. */
  private static final class CountingCarrier implements BlockCarrier {
    final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    final Map<String, Integer> most = new ConcurrentHashMap<>();

    @Override
    public TransferOutcome carry(Transfer transfer) {
      List<String> names =
          List.of(
              "all",
              transfer.target().getDatanodeUuid(),
              transfer.isWithinNode() ? "within" : transfer.source().getDatanodeUuid(),
              transfer.sourceVolume(),
              "to " + transfer.target().getDatanodeUuid());
      names.forEach(this::begin);
      LockSupport.parkNanos(20_000);
      names.forEach(name -> counter(name).decrementAndGet());
      return transfer.sizeBytes() % 7 == 0
          ? new TransferOutcome(TransferOutcome.Kind.FAILED, "drawn")
          : TransferOutcome.DONE;
    }

    private void begin(String name) {
      int now = counter(name).incrementAndGet();
      most.merge(name, now, Math::max);
    }

    private AtomicInteger counter(String name) {
      return running.computeIfAbsent(name, any -> new AtomicInteger());
    }
  }

  @Test
  void noBudgetIsEverExceededAndEveryTransferEndsOnce() throws Exception {
    CountingCarrier carrier = new CountingCarrier();
    TransferLimits limits = new TransferLimits(12, 4, 2, 0, 0);
    int threads = 4;
    int each = 2_000;
    Random random = new Random(1);
    CountDownLatch ended = new CountDownLatch(threads * each);
    AtomicLong endings = new AtomicLong();
    try (TransferQueue queue =
        new TransferQueue(carrier, transfer -> 1, limits, GENTLE, new Backoff(1, 2))) {
      List<Thread> producers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        long seed = random.nextLong();
        Thread producer =
            new Thread(
                () -> {
                  Random own = new Random(seed);
                  for (int i = 0; i < each; i++) {
                    queue.add(
                        transfer(own.nextInt(6), own.nextInt(6), 1 + own.nextInt(1000), REQUEST),
                        outcome -> {
                          endings.incrementAndGet();
                          ended.countDown();
                        });
                  }
                });
        producers.add(producer);
        producer.start();
      }
      for (Thread producer : producers) {
        producer.join();
      }
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(endings).hasValue((long) threads * each);
    assertThat(carrier.most.get("all")).isBetween(2, 12);
    carrier.most.forEach(
        (name, most) -> {
          if (name.startsWith("node")) {
            assertThat(most).as(name).isBetween(1, 4);
          } else if (name.startsWith("volume") || name.startsWith("to ")) {
            assertThat(most).as(name).isBetween(1, 2);
          }
        });
  }

  @Test
  void bandwidthIsKept() throws Exception {
    CountDownLatch ended = new CountDownLatch(6);
    TransferLimits slow = new TransferLimits(10, 10, 10, 1000, 0);
    long startNs = System.nanoTime();
    try (TransferQueue queue =
        new TransferQueue(any -> TransferOutcome.DONE, transfer -> 1, slow, GENTLE, BACKOFF)) {
      for (int i = 0; i < 6; i++) {
        queue.add(transfer(0, i, 100, REQUEST), outcome -> ended.countDown());
      }
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
    // nothing is owed for the first, and a tenth of a second for each of the others
    assertThat(System.nanoTime() - startNs).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(490));
  }

  @Test
  void bandwidthCanBeChangedWhileOthersWait() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(6);
    // each waits for longer than the test does
    TransferLimits slow = new TransferLimits(10, 10, 10, 1, 0);
    try (TransferQueue queue =
        new TransferQueue(any -> TransferOutcome.DONE, transfer -> 1, slow, GENTLE, BACKOFF)) {
      for (int i = 0; i < 6; i++) {
        queue.add(
            transfer(0, i, 10 * PATIENCE_S, REQUEST),
            outcome -> {
              first.countDown();
              ended.countDown();
            });
      }
      assertThat(first.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(ended.await(200, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(ended.getCount()).isEqualTo(5);
      queue.setLimits(slow.withBytesPerSecond(0));
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aNodeThatFailedIsLeftAloneForAWhileAndOthersAreNot() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(2);
    try (TransferQueue queue =
        new TransferQueue(
            transfer ->
                transfer.target().getDatanodeUuid().equals("node1") && tries.getAndIncrement() == 0
                    ? new TransferOutcome(TransferOutcome.Kind.FAILED, "once")
                    : TransferOutcome.DONE,
            transfer -> 1,
            new TransferLimits(10, 10, 10, 0, 0),
            GENTLE,
            new Backoff(2_000, 4_000))) {
      CountDownLatch failed = new CountDownLatch(1);
      queue.add(transfer(0, 1, 1, REQUEST), outcome -> failed.countDown());
      assertThat(failed.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(queue.isToBeLeftAlone("node1")).isTrue();
      assertThat(queue.isToBeLeftAlone("node2")).isFalse();
      long startNs = System.nanoTime();
      AtomicLong secondNs = new AtomicLong();
      queue.add(
          transfer(0, 1, 1, REQUEST),
          outcome -> {
            secondNs.set(System.nanoTime() - startNs);
            ended.countDown();
          });
      queue.add(transfer(0, 2, 1, REQUEST), outcome -> ended.countDown());
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(secondNs.get()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(100));
      assertThat(queue.isToBeLeftAlone("node1")).isFalse();
    }
  }

  @Test
  void whatWaitsOfAnOwnerCanBeTakenOut() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Owner mine = () -> "ann";
    Owner other = () -> "ann";
    List<TransferOutcome.Kind> outcomes = new ArrayList<>();
    CountDownLatch others = new CountDownLatch(1);
    try (TransferQueue queue =
        new TransferQueue(
            transfer -> {
              begun.countDown();
              awaitQuietly(go);
              return TransferOutcome.DONE;
            },
            transfer -> 1,
            new TransferLimits(1, 1, 1, 0, 0),
            GENTLE,
            BACKOFF)) {
      queue.add(transfer(0, 1, 1, other), outcome -> {});
      assertThat(begun.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 5; i++) {
        queue.add(transfer(0, 1, 1, mine), outcome -> outcomes.add(outcome.kind()));
      }
      queue.add(transfer(0, 2, 1, other), outcome -> others.countDown());
      // of another user nothing waits
      queue.cancel(() -> "bob");
      queue.cancel(mine);
      assertThat(outcomes).hasSize(5).containsOnly(TransferOutcome.Kind.CANCELLED);
      go.countDown();
      assertThat(others.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aPausedQueueBeginsNothingUntilItMayAgain() throws Exception {
    TransferLimits paused = new TransferLimits(0, 1, 1, 0, 0);
    List<Transfer> carried = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch ended = new CountDownLatch(2);
    try (TransferQueue queue =
        new TransferQueue(
            transfer -> {
              carried.add(transfer);
              return TransferOutcome.DONE;
            },
            transfer -> 1,
            paused,
            GENTLE,
            BACKOFF)) {
      queue.add(transfer(0, 1, 1, REQUEST), outcome -> ended.countDown());
      queue.add(transfer(2, 3, 1, REQUEST), outcome -> ended.countDown());
      // transfers begin before these return
      queue.setLimits(paused);
      assertThat(carried).isEmpty();
      queue.setLimits(paused.withMoves(1));
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(carried).hasSize(2);
    }
  }

  @Test
  void usersTakeTurnsHoweverManyRequestsOneHas() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<String> carried = Collections.synchronizedList(new ArrayList<>());
    int anns = 64;
    CountDownLatch ended = new CountDownLatch(2 * anns + 2);
    try (TransferQueue queue =
        new TransferQueue(
            transfer -> {
              awaitQuietly(go);
              carried.add(transfer.owner().user());
              return TransferOutcome.DONE;
            },
            transfer -> 1,
            new TransferLimits(1, 1, 1, 0, 0),
            GENTLE,
            BACKOFF)) {
      for (int i = 0; i < anns; i++) {
        // no lambda: each is to be another one
        Owner request =
            new Owner() {
              @Override
              public String user() {
                return "ann";
              }
            };
        queue.add(transfer(0, 1, 1, request), outcome -> ended.countDown());
        queue.add(transfer(0, 1, 1, request), outcome -> ended.countDown());
      }
      Owner bobs = () -> "bob";
      queue.add(transfer(0, 1, 1, bobs), outcome -> ended.countDown());
      queue.add(transfer(0, 1, 1, bobs), outcome -> ended.countDown());
      go.countDown();
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
    // two of ann's were at the head when bob came
    assertThat(carried.subList(0, 6)).containsSequence("bob", "ann", "bob");
  }

  @Test
  void smallOnesShareAVolumeAndALargeOneHasItForItself() throws Exception {
    Semaphore small = new Semaphore(0);
    Semaphore large = new Semaphore(0);
    CountDownLatch smallBegun = new CountDownLatch(4);
    CountDownLatch largeBegun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(6);
    try (TransferQueue queue =
        new TransferQueue(
            transfer -> {
              boolean isSmall = transfer.sizeBytes() <= SHARE_BYTES;
              (isSmall ? smallBegun : largeBegun).countDown();
              (isSmall ? small : large).acquireUninterruptibly();
              return TransferOutcome.DONE;
            },
            transfer -> 1,
            new TransferLimits(100, 100, 4, 0, 0),
            GENTLE,
            BACKOFF)) {
      for (int i = 0; i < 4; i++) {
        queue.add(transfer(0, 1, SHARE_BYTES, REQUEST), outcome -> ended.countDown());
      }
      queue.add(transfer(0, 1, 100 * SHARE_BYTES, REQUEST), outcome -> ended.countDown());
      queue.add(transfer(0, 1, 100 * SHARE_BYTES, REQUEST), outcome -> ended.countDown());
      assertThat(smallBegun.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(largeBegun.getCount()).isEqualTo(1);
      small.release(4);
      assertThat(largeBegun.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(ended.getCount()).isEqualTo(2);
      // what began under other limits gives back what it took
      queue.setLimits(new TransferLimits(100, 100, 1, 0, 0));
      large.release(2);
      assertThat(ended.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
  }
}
