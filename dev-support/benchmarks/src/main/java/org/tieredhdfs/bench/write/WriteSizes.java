package org.tieredhdfs.bench.write;

import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * How much is written and read in one measurement.
 *
 * @param streamMb of files written as fast as they are taken and read from end to end; of one
 *     replica
 * @param smallOps operations of 1 or 4 KB
 * @param largeOps operations of 64 KB or 1 MB
 * @param warmUps measurements of each case on each side that do not count, before the first pair
 */
public record WriteSizes(int streamMb, int smallOps, int largeOps, int warmUps) {
  public static final WriteSizes USUAL = new WriteSizes(1024, 5_000, 1_000, 2);
  public static final WriteSizes QUICK = new WriteSizes(64, 300, 60, 0);

  private static final int MAX_MB = 4096;

  public WriteSizes {
    OptionRange.require("--mb", streamMb, 1, MAX_MB, " MB");
  }

  /** Of a stream. */
  long streamBytes() {
    return (long) streamMb << 20;
  }

  /** The same with streams of another length. */
  public WriteSizes withStreamMb(int mb) {
    return new WriteSizes(mb, smallOps, largeOps, warmUps);
  }
}
