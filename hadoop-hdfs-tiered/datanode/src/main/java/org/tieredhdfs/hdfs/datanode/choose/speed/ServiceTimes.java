package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.Arrays;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * How long recent deliveries of each class took on one volume, with exponential decay.
 *
 * <p>Volumes are compared by <i>indirect standardization</i>, as mortality is between populations
 * of unlike age: what a volume took for its deliveries, over what its peers would have taken for
 * the same ones. So a volume that serves a write-ahead log of small syncs is not slower than one
 * that takes whole blocks. Written by one thread at a time, read by others.
 */
public final class ServiceTimes {
  private static final int CLASSES = VolumeTraffic.CLASSES;

  private final double halfLifeSec;
  private final double[] work = new double[CLASSES];
  private final double[] sec = new double[CLASSES];
  private final long[] lastWork = new long[CLASSES];
  private final long[] lastNanos = new long[CLASSES];
  private double bytes;
  private long lastBytes;
  private volatile double bytesPerSec;

  public ServiceTimes(double halfLifeSec) {
    this.halfLifeSec = halfLifeSec;
  }

  /**
   * A volume beside its peers.
   *
   * @param ratio how many times longer it took; not a number if nothing can be compared
   * @param evidenceSec how long the deliveries took it that were compared
   */
  public record Comparison(double ratio, double evidenceSec) {}

  /** Adds the traffic of a volume since the last call. */
  public synchronized void sample(VolumeTraffic traffic, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / halfLifeSec);
    double totalSec = 0;
    for (int i = 0; i < CLASSES; i++) {
      long newWork = traffic.work(i);
      long newNanos = traffic.deliveryNanos(i);
      work[i] = work[i] * kept + (newWork - lastWork[i]);
      sec[i] = sec[i] * kept + (newNanos - lastNanos[i]) / 1e9;
      lastWork[i] = newWork;
      lastNanos[i] = newNanos;
      totalSec += sec[i];
    }
    long newBytes = traffic.deliveredBytes();
    bytes = bytes * kept + (newBytes - lastBytes);
    lastBytes = newBytes;
    bytesPerSec = totalSec > 0 ? bytes / totalSec : 0;
  }

  /** Forgets the past: only later deliveries count. */
  public synchronized void restart() {
    Arrays.fill(work, 0);
    Arrays.fill(sec, 0);
    bytes = 0;
    bytesPerSec = 0;
  }

  /** Delivered bytes per second of work; 0 if there are none. */
  public double bytesPerSec() {
    return bytesPerSec;
  }

  /** The time for the work of each class; NaN if unknown. */
  synchronized double[] secPerWork() {
    double[] means = new double[CLASSES];
    Arrays.setAll(means, i -> work[i] > 0 ? sec[i] / work[i] : Double.NaN);
    return means;
  }

  /**
   * Compares with the usual times. Where no other volume had deliveries of a class, those of the
   * next larger class are an upper bound of what one may take.
   */
  public Comparison compare(double[] usualSec) {
    return compare(usualSec, 0);
  }

  /** The same for deliveries with a sync: the others may have gone no further than memory. */
  public Comparison compareSynced(double[] usualSec) {
    return compare(usualSec, VolumeTraffic.SIZES);
  }

  private synchronized Comparison compare(double[] usualSec, int firstClass) {
    double tookSec = 0;
    double expectedSec = 0;
    for (int i = firstClass; i < CLASSES; i++) {
      if (work[i] <= 0) {
        continue;
      }
      double expected = usualSec[i];
      if (Double.isNaN(expected)) {
        expected = Math.min(boundSec(usualSec, i), sec[i] / work[i]);
      }
      if (!Double.isNaN(expected)) {
        tookSec += sec[i];
        expectedSec += work[i] * expected;
      }
    }
    return new Comparison(expectedSec > 0 ? tookSec / expectedSec : Double.NaN, tookSec);
  }

  /** What the work of a class takes at most, by the next larger class that is known. */
  private static double boundSec(double[] usualSec, int deliveryClass) {
    int end = (deliveryClass / VolumeTraffic.SIZES + 1) * VolumeTraffic.SIZES;
    for (int i = deliveryClass + 1; i < end; i++) {
      if (!Double.isNaN(usualSec[i])) {
        double oneDeliverySec = usualSec[i] * 2 * VolumeTraffic.leastWork(i);
        return oneDeliverySec / VolumeTraffic.leastWork(deliveryClass);
      }
    }
    return Double.NaN;
  }
}
