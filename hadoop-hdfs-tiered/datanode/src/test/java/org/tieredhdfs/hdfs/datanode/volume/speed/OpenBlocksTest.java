package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;

class OpenBlocksTest {
  private final AtomicLong nowNanos = new AtomicLong();
  private final OpenBlocks blocks = new OpenBlocks(nowNanos::get);

  private static ExtendedBlock block(long id, long bytes) {
    return new ExtendedBlock("pool", id, bytes, 1);
  }

  @Test
  void countsFromTheChoiceUntilTheBlockIsClosed() {
    blocks.keep(100);
    assertThat(blocks.bytesInFlight()).isEqualTo(100);
    OpenBlock opened = blocks.opened(block(1, 90));
    assertThat(blocks.bytesInFlight()).isEqualTo(90);
    assertThat(blocks.count()).isEqualTo(1);
    blocks.closed(opened);
    assertThat(blocks.bytesInFlight()).isZero();
    blocks.closed(opened);
    assertThat(blocks.bytesInFlight()).isZero();
  }

  @Test
  void aBlockOpenedAgainIsCountedOnce() {
    blocks.opened(block(1, 90));
    blocks.opened(block(1, 100));
    assertThat(blocks.bytesInFlight()).isEqualTo(100);
  }

  /** A recovery does not wait for what the garbage collector finds of the writer before. */
  @Test
  void whoClosesLateDoesNotCloseTheBlockOfTheNextWriter() {
    OpenBlock lost = blocks.receiving(block(1, 90), "lost");
    OpenBlock recovered = blocks.receiving(block(1, 100), "recovering");
    blocks.closed(lost);
    assertThat(blocks.bytesInFlight()).isEqualTo(100);
    assertThat(blocks.writtenBy("lost")).isNull();
    assertThat(blocks.writtenBy("recovering")).isSameAs(recovered);
    blocks.closed(recovered);
    assertThat(blocks.bytesInFlight()).isZero();
    assertThat(blocks.writtenBy("recovering")).isNull();
  }

  @Test
  void aBlockThatCannotBeCreatedTakesItsPlaceAlone() {
    OpenBlock other = blocks.receiving(block(1, 90), "writer");
    blocks.keep(70);
    blocks.dropOldestPlace();
    assertThat(blocks.bytesInFlight()).isEqualTo(90);
    assertThat(blocks.writtenBy("writer")).isSameAs(other);
  }

  @Test
  void aChoiceTakenBackOrNeverUsedIsForgotten() {
    blocks.drop(blocks.keep(100));
    assertThat(blocks.bytesInFlight()).isZero();
    blocks.keep(70);
    nowNanos.set(50);
    blocks.keep(7);
    blocks.opened(block(1, 1000));
    nowNanos.set(61);
    blocks.expirePlaces(10);
    blocks.forgetOlderThan(61, 1000);
    assertThat(blocks.bytesInFlight()).isEqualTo(1000);
    blocks.forgetOlderThan(1051, 1000);
    assertThat(blocks.bytesInFlight()).isZero();
    assertThat(blocks.count()).isZero();
  }

  @Test
  void aClaimTakesSpaceUntilTheBlockIsOpen() {
    OpenBlocks.Place place = blocks.keep(70);
    assertThat(blocks.claimedBytes()).isZero();
    blocks.claim(place);
    assertThat(blocks.claimedBytes()).isEqualTo(70);
    blocks.opened(block(1, 70));
    assertThat(blocks.claimedBytes()).isZero();
    blocks.claim(place);
    assertThat(blocks.claimedBytes()).isZero();
  }

  @Test
  void manyThreadsLeaveNothingBehind() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      long firstId = i * 100_000L;
      Thread thread =
          new Thread(
              () -> {
                for (long id = firstId; id < firstId + 5000; id++) {
                  OpenBlocks.Place place = blocks.keep(64);
                  if (id % 7 == 0) {
                    blocks.drop(place);
                  } else {
                    blocks.claim(place);
                  }
                  blocks.closed(blocks.opened(block(id, 64)));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    nowNanos.set(2);
    blocks.expirePlaces(1);
    assertThat(blocks.claimedBytes()).isZero();
    assertThat(blocks.count()).isZero();
    assertThat(blocks.bytesInFlight()).isZero();
  }
}
