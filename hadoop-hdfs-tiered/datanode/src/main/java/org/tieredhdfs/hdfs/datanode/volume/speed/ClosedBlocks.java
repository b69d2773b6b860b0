package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.atomic.DoubleAdder;

/** Sums over the blocks of a volume that were written and closed, since its start. Thread-safe. */
public final class ClosedBlocks {
  private final DoubleAdder bytes = new DoubleAdder();
  private final DoubleAdder squaredBytes = new DoubleAdder();
  private final DoubleAdder waitedByteSec = new DoubleAdder();

  void add(long blockBytes, double waitedSec) {
    bytes.add((double) blockBytes);
    squaredBytes.add((double) blockBytes * blockBytes);
    waitedByteSec.add(blockBytes * waitedSec);
  }

  public double bytes() {
    return bytes.sum();
  }

  /** Each size by itself: over {@link #bytes}, the mean size weighted by bytes. */
  public double squaredBytes() {
    return squaredBytes.sum();
  }

  /** Each size by the time its writer waited: over {@link #bytes}, the mean weighted by bytes. */
  public double waitedByteSec() {
    return waitedByteSec.sum();
  }
}
