package org.tieredhdfs.hdfs.datanode.choose.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.UsualBlock;

class ClosedLatelyTest {
  private static final long MB = 1 << 20;

  private final AtomicLong nowNanos = new AtomicLong();
  private final OpenBlocks volume = new OpenBlocks(nowNanos::get);
  private final ClosedLately recent = new ClosedLately();

  private void close(long bytes, double waitSec) {
    ExtendedBlock block = new ExtendedBlock("pool", 1, 128 * MB, 1);
    OpenBlock open = volume.receiving(block, "writer");
    open.began(nowNanos.get());
    open.ended(nowNanos.addAndGet((long) (waitSec * 1e9)), bytes);
    volume.closed(open);
  }

  private UsualBlock usual(double elapsedSec) {
    recent.sample(volume.closedBlocks(), elapsedSec);
    return ClosedLately.usual(List.of(recent, new ClosedLately()));
  }

  @Test
  void aFloodOfTinyBlocksHardlyChangesWhatIsUsual() {
    for (int i = 0; i < 10; i++) {
      close(40 * MB, 8);
    }
    for (int i = 0; i < 1000; i++) {
      close(1000, 0.001);
    }
    assertThat(usual(1).bytes()).isCloseTo(40 * MB, within(0.1 * MB));
    assertThat(usual(1).waitSec()).isCloseTo(8, within(0.1));
  }

  @Test
  void whatWasLongAgoCountsForLess() {
    close(100 * MB, 2);
    usual(1);
    close(10 * MB, 2);
    assertThat(usual(1200).bytes()).isBetween(10.0 * MB, 11.0 * MB);
  }

  @Test
  void whatIsUsualStaysKnownWhenNothingIsClosed() {
    assertThat(usual(1)).isEqualTo(UsualBlock.UNKNOWN);
    close(100 * MB, 2);
    usual(1);
    assertThat(usual(3600).bytes()).isCloseTo(100 * MB, within(1.0));
  }
}
