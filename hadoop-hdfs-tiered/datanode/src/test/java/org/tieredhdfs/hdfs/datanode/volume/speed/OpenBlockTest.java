package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;

class OpenBlockTest {
  private static final long MB = 1 << 20;
  private static final long SEC = TimeUnit.SECONDS.toNanos(1);
  private static final ClosedBlocks USUAL = new ClosedBlocks(1, 32 * MB, 4);

  private final AtomicLong nowNanos = new AtomicLong();
  private final OpenBlocks blocks = new OpenBlocks(nowNanos::get);

  private OpenBlock open(long id, long bytes) {
    return blocks.receiving(new ExtendedBlock("pool", id, bytes, 1), "writer" + id);
  }

  private double countedMb() {
    blocks.expect(USUAL, nowNanos.get());
    return (double) blocks.bytesInFlight() / MB;
  }

  private void write(OpenBlock block, long bytes, long waitNanos) {
    block.began(nowNanos.get());
    block.ended(nowNanos.addAndGet(waitNanos), bytes);
  }

  @Test
  void countsAsAWholeBlockWhileNothingElseIsKnown() {
    open(1, 128 * MB);
    assertThat(blocks.bytesInFlight()).isEqualTo(128 * MB);
  }

  @Test
  void countsAsAUsualBlockWhenOthersAreKnownAndAsItselfIfItIsSmaller() {
    countedMb();
    open(1, 128 * MB);
    assertThat(blocks.bytesInFlight()).isEqualTo(32 * MB);
    open(2, 10 * MB);
    assertThat(blocks.bytesInFlight()).isEqualTo(42 * MB);
    blocks.keep(128 * MB);
    assertThat(blocks.bytesInFlight()).isEqualTo(74 * MB);
  }

  @Test
  void aLogCountsAsWhatComesWhileAUsualBlockIsWritten() {
    OpenBlock log = open(1, 128 * MB);
    for (int sec = 0; sec < 100; sec++) {
      nowNanos.addAndGet(SEC);
      write(log, MB, 0);
    }
    // 1 MB/s for 4 s, and hardly anything is left of what was expected at first
    assertThat(countedMb()).isBetween(4.0, 5.5);
  }

  @Test
  void aWriterThatSendsNothingCountsForLessAndLess() {
    open(1, 128 * MB);
    nowNanos.set(4 * SEC);
    assertThat(countedMb()).isEqualTo(16);
    nowNanos.set(400 * SEC);
    assertThat(countedMb()).isLessThan(0.5);
  }

  @Test
  void aWriterThatWaitsForTheVolumeCountsHoweverSlowItIs() {
    OpenBlock block = open(1, 128 * MB);
    write(block, MB, 100 * SEC);
    assertThat(countedMb()).isEqualTo(32);
    block.began(nowNanos.get());
    nowNanos.addAndGet(1_000 * SEC);
    assertThat(countedMb()).isEqualTo(32);
  }

  @Test
  void aBlockThatIsBeingSyncedAtItsEndCountsUntilItIsOnTheDevice() {
    OpenBlock block = open(1, 32 * MB);
    write(block, 32 * MB, 0);
    block.began(nowNanos.get());
    nowNanos.addAndGet(100 * SEC);
    assertThat(countedMb()).isEqualTo(32);
    assertThat(blocks.cachedBytes()).isEqualTo(32 * MB);
    block.ended(nowNanos.get(), 0);
    block.synced();
    assertThat(countedMb()).isZero();
    assertThat(blocks.cachedBytes()).isZero();
  }

  @Test
  void noMoreOfItIsCachedThanItCountsFor() {
    countedMb();
    OpenBlock block = open(1, 128 * MB);
    write(block, 20 * MB, 0);
    assertThat(blocks.cachedBytes()).isEqualTo(20 * MB);
    write(block, 20 * MB, 0);
    assertThat(blocks.cachedBytes()).isEqualTo(32 * MB);
    blocks.closed(block);
    assertThat(blocks.cachedBytes()).isZero();
    assertThat(blocks.bytesInFlight()).isZero();
  }

  @Test
  void callsThatOverlapAreWaitedForOnce() {
    OpenBlock block = open(1, 128 * MB);
    block.began(0);
    block.began(SEC);
    block.ended(3 * SEC, 8 * MB);
    nowNanos.set(4 * SEC);
    block.ended(4 * SEC, 0);
    blocks.closed(block);
    ClosedBlocks closed = blocks.closedBlocks();
    assertThat(closed.bytes()).isEqualTo(8 * MB);
    assertThat(closed.waitedByteSec() / closed.bytes()).isEqualTo(4);
  }

  @Test
  void whatIsSaidOfABlockAfterItsEndCountsForNothing() {
    OpenBlock block = open(1, 128 * MB);
    blocks.closed(block);
    write(block, MB, 0);
    block.synced();
    assertThat(blocks.bytesInFlight()).isZero();
    assertThat(blocks.cachedBytes()).isZero();
    assertThat(blocks.writtenBy("writer1")).isNull();
  }

  @Test
  void aCopyCountsWholeHoweverLongItTakes() {
    blocks.opened(new ExtendedBlock("pool", 1, 128 * MB, 1));
    nowNanos.set(100 * SEC);
    assertThat(countedMb()).isEqualTo(128);
  }
}
