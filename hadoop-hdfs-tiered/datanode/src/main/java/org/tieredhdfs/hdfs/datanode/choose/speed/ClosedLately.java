package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.List;
import org.tieredhdfs.hdfs.datanode.volume.speed.ClosedBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.UsualBlock;

/**
 * What was lately closed on one volume, with exponential decay. Used by one thread at a time.
 *
 * <p>The decay is slow, so that what comes once a minute, as flushes of HBase do, is remembered.
 */
final class ClosedLately {
  private static final double HALF_LIFE_SEC = 120;

  private ClosedBlocks lately = ClosedBlocks.NONE;
  private ClosedBlocks last = ClosedBlocks.NONE;

  /** Adds what was closed since the last call. */
  void sample(ClosedBlocks closed, double elapsedSec) {
    lately = closed.plus(last, -1).plus(lately, Math.pow(0.5, elapsedSec / HALF_LIFE_SEC));
    last = closed;
  }

  /** The usual block of some volumes together. */
  static UsualBlock usual(List<ClosedLately> volumes) {
    ClosedBlocks all = ClosedBlocks.NONE;
    for (ClosedLately volume : volumes) {
      all = all.plus(volume.lately, 1);
    }
    return all.bytes() > 0
        ? new UsualBlock(all.squaredBytes() / all.bytes(), all.waitedByteSec() / all.bytes())
        : UsualBlock.UNKNOWN;
  }
}
