package org.tieredhdfs.hdfs.limit;

import java.util.function.LongSupplier;

/**
 * Holds the writer of one block to the pace of its volume. For the thread that receives the block.
 */
public final class BlockPace {
  private final WritePace volume;
  private final LongSupplier bytesPerSecond;
  private final TypeUse use;
  private long paidBytes = -1;

  BlockPace(WritePace volume, LongSupplier bytesPerSecond, TypeUse use) {
    this.volume = volume;
    this.bytesPerSecond = bytesPerSecond;
    this.use = use;
  }

  /**
   * Waits until what was written of the block since the last call is due. The first call only notes
   * what the block began with.
   *
   * @param writtenBytes how long the block is on its volume
   */
  public void keep(long writtenBytes) {
    long newBytes = paidBytes < 0 ? 0 : writtenBytes - paidBytes;
    paidBytes = writtenBytes;
    long waitedNanos = volume.await(newBytes, bytesPerSecond);
    if (waitedNanos > 0) {
      use.throttled(waitedNanos);
    }
  }
}
