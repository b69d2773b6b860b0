package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * Sums over blocks that were written and closed, which tell what a block usually is like.
 *
 * <p>Means are weighted by bytes: a block that is found open is a large one more often than not,
 * because large ones are open for longer (the inspection paradox of renewal theory). So a flood of
 * tiny blocks does not make a large one look nearly done.
 *
 * @param squaredBytes each size by itself
 * @param waitedByteSec each size by the time its writer waited for the volume, all its writes and
 *     syncs together
 */
public record ClosedBlocks(double bytes, double squaredBytes, double waitedByteSec) {
  public static final ClosedBlocks NONE = new ClosedBlocks(0, 0, 0);

  /** With less, writers that only fill the page cache would count for nothing. */
  private static final double LEAST_WAIT_SEC = 1;

  /** Both together, where each of the others counts that many times. */
  public ClosedBlocks plus(ClosedBlocks others, double times) {
    return new ClosedBlocks(
        bytes + times * others.bytes,
        squaredBytes + times * others.squaredBytes,
        waitedByteSec + times * others.waitedByteSec);
  }

  /** The size of the usual one; infinite while none is known. */
  double usualBytes() {
    return bytes > 0 ? squaredBytes / bytes : Double.POSITIVE_INFINITY;
  }

  /** How long its writer waits. */
  double usualWaitSec() {
    return bytes > 0 ? Math.max(LEAST_WAIT_SEC, waitedByteSec / bytes) : LEAST_WAIT_SEC;
  }
}
