package org.tieredhdfs.hdfs.placement;

/**
 * The mean of a value over the nodes of a type, from the nodes that are looked at while places are
 * chosen: these are drawn at random.
 *
 * <p>The last few hundred looks count. Thread-safe without locks; of two threads at the same moment
 * one may not be counted.
 */
final class RunningMean {
  private static final double SHARE_OF_ONE = 1.0 / 256;

  private volatile double mean = Double.NaN;

  /**
   * Takes one more node into account.
   *
   * @return the mean with it
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // a look that is lost is one of hundreds
  double see(double value) {
    double before = mean;
    double now = Double.isNaN(before) ? value : before + (value - before) * SHARE_OF_ONE;
    mean = now;
    return now;
  }
}
