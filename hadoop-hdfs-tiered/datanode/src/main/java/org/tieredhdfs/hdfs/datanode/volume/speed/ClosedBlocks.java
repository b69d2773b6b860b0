package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * Sums over blocks that were written and closed.
 *
 * @param squaredBytes each size by itself: over the bytes, the mean size weighted by bytes
 * @param waitedByteSec each size by the time its writer waited: over the bytes, the mean weighted
 *     by bytes
 */
public record ClosedBlocks(double bytes, double squaredBytes, double waitedByteSec) {
  public static final ClosedBlocks NONE = new ClosedBlocks(0, 0, 0);

  /** Both together, where each of the others counts that many times. */
  public ClosedBlocks plus(ClosedBlocks others, double times) {
    return new ClosedBlocks(
        bytes + times * others.bytes,
        squaredBytes + times * others.squaredBytes,
        waitedByteSec + times * others.waitedByteSec);
  }
}
