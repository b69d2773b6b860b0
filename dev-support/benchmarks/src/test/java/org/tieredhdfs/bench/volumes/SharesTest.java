package org.tieredhdfs.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.volumes.Shares.BlockWrite;

class SharesTest {
  private static final long SEC = 1_000;

  /** A block every 100 ms, each second one on volume 0 unless that is slow. */
  private static Shares alternating(long slowFromMs, long slowToMs, long endMs) {
    List<BlockWrite> writes = new ArrayList<>();
    for (long ms = 0; ms < endMs; ms += 100) {
      boolean isSlow = ms >= slowFromMs && ms < slowToMs;
      writes.add(new BlockWrite(ms, ms + 300, isSlow || ms % 200 == 100 ? 1 : 0));
    }
    return new Shares(writes);
  }

  @Test
  void countsBlocksThatAreClosedInAStretch() {
    Shares shares = alternating(0, 0, 2 * SEC);
    assertThat(shares.closed(300, 1_300)).isEqualTo(10);
    assertThat(shares.closed(0, 300)).isZero();
  }

  @Test
  void sharesAreOfTheBlocksBegunInAStretch() {
    Shares shares = alternating(5 * SEC, 10 * SEC, 20 * SEC);
    assertThat(shares.share(0, 0, 5 * SEC)).isCloseTo(0.5, within(0.001));
    assertThat(shares.share(0, 5 * SEC, 10 * SEC)).isZero();
    assertThat(shares.share(0, 30 * SEC, 40 * SEC)).isZero();
  }

  @Test
  void tellsHowSoonAVolumeLosesItsShareAndGetsItBack() {
    // Slowed down at 10 s, but avoided from 14 s on; fast again at 20 s, but used from 23 s on
    Shares shares = alternating(14 * SEC, 23 * SEC, 40 * SEC);
    assertThat(shares.lossSec(0, 0.5, 10 * SEC, 20 * SEC)).isCloseTo(1.5, within(0.5));
    assertThat(shares.regainSec(0, 0.5, 20 * SEC, 40 * SEC)).isCloseTo(1.75, within(0.5));
  }

  @Test
  void aShareThatIsNeverLostTakesTheWholeTime() {
    Shares shares = alternating(0, 0, 40 * SEC);
    assertThat(shares.lossSec(0, 0.5, 10 * SEC, 20 * SEC)).isEqualTo(10);
    assertThat(shares.regainSec(0, 0.5, 20 * SEC, 40 * SEC)).isZero();
  }
}
