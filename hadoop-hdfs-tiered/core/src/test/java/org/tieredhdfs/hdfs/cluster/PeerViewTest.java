package org.tieredhdfs.hdfs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a DataNode knows of others, by a clock that the test turns. */
class PeerViewTest {
  private static final String POOL = "BP-1";

  private final AtomicLong nowNanos = new AtomicLong(1_000);
  private final PeerView view = new PeerView(nowNanos::get);

  @AfterEach
  void endRequest() {
    PeerView.answered(null);
  }

  private void told(String pool, long askedNanos, int nodes, int answering) {
    nowNanos.set(askedNanos);
    view.ask(pool);
    PeerView.answered(new PeerCounts(Map.of(StorageType.SSD, new PeerCount(nodes, answering))));
  }

  @Test
  void nothingIsKnownBeforeTheFirstAnswer() {
    assertThat(view.hasNewsSince(0)).isFalse();
    assertThat(view.canSpare(StorageType.SSD, 0, 0)).isFalse();
    assertThat(view.areMostAnswering(StorageType.SSD, 0)).isFalse();
  }

  @Test
  void asManyOthersCanBeSparedAsAnswer() {
    told(POOL, 2_000, 4, 3);
    assertThat(view.canSpare(StorageType.SSD, 3, 2_000)).isTrue();
    assertThat(view.canSpare(StorageType.SSD, 4, 2_000)).isFalse();
    assertThat(view.canSpare(StorageType.DISK, 1, 2_000)).isFalse();
    assertThat(view.areMostAnswering(StorageType.SSD, 2_000)).isTrue();
    told(POOL, 3_000, 4, 2);
    assertThat(view.areMostAnswering(StorageType.SSD, 2_000)).as("half").isFalse();
  }

  @Test
  void whatWasAskedForBeforeIsNoNews() {
    told(POOL, 2_000, 4, 4);
    assertThat(view.canSpare(StorageType.SSD, 1, 2_001)).isFalse();
    assertThat(view.hasNewsSince(2_001)).isFalse();
  }

  /** Heartbeats of two NameNodes may be under way at once. */
  @Test
  void anAnswerToAnOlderHeartbeatChangesNothing() throws Exception {
    nowNanos.set(2_000);
    view.ask(POOL);
    Thread other = new Thread(() -> told(POOL, 3_000, 4, 1));
    other.start();
    other.join();
    PeerView.answered(new PeerCounts(Map.of(StorageType.SSD, new PeerCount(4, 4))));
    assertThat(view.canSpare(StorageType.SSD, 2, 0)).isFalse();
  }

  @Test
  void aNameNodeThatTellsNothingIsKnownNoMore() {
    told(POOL, 2_000, 4, 4);
    nowNanos.set(3_000);
    view.ask(POOL);
    PeerView.answered(null);
    assertThat(view.hasNewsSince(0)).isFalse();
  }

  @Test
  void everyBlockPoolWithNewsHasToAgree() {
    told(POOL, 2_000, 4, 4);
    told("BP-2", 2_000, 4, 1);
    assertThat(view.canSpare(StorageType.SSD, 2, 0)).isFalse();
    told("BP-2", 3_000, 4, 2);
    assertThat(view.canSpare(StorageType.SSD, 2, 0)).isTrue();
  }

  /** Stress: answers that come in any order leave the one that was asked for last. */
  @Test
  void theNewestAnswerStays() throws Exception {
    PeerView raced = new PeerView(nowNanos::getAndIncrement);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicBoolean wasOlder = new AtomicBoolean();
    Thread reader =
        new Thread(
            () -> {
              long newest = 0;
              while (!isOver.get()) {
                if (newest > 0 && !raced.hasNewsSince(newest)) {
                  wasOlder.set(true);
                }
                long next = nowNanos.get() - 1;
                newest = raced.hasNewsSince(next) ? next : newest;
              }
            });
    Thread[] actors = new Thread[4];
    for (int i = 0; i < actors.length; i++) {
      actors[i] =
          new Thread(
              () -> {
                for (int round = 0; round < 20_000; round++) {
                  raced.ask(POOL);
                  PeerView.answered(new PeerCounts(Map.of()));
                }
              });
      actors[i].start();
    }
    reader.start();
    for (Thread actor : actors) {
      actor.join();
    }
    isOver.set(true);
    reader.join();
    assertThat(wasOlder).isFalse();
    assertThat(raced.hasNewsSince(nowNanos.get() - actors.length - 1)).isTrue();
  }
}
