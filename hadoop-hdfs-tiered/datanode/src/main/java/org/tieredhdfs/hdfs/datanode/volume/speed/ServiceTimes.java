package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long one volume lately took for its work, by class, with exponential decay: the one measure
 * of what a volume does.
 *
 * <p>Volumes are compared by <i>indirect standardization</i>, as mortality is between populations
 * of unlike age: what a volume took for its deliveries, over what its peers, by their median, would
 * have taken for the same ones. So a volume that serves a write-ahead log of small syncs is not
 * slower than one that takes whole blocks.
 *
 * <p>What a writer took that did not sync depends on how full the page cache was: of two equal
 * disks one may look many times slower. Only the device tells whether it is. That is no measure by
 * itself, since devices that do several things at once do more in the same time when they are asked
 * for more. Used by one thread at a time.
 */
public final class ServiceTimes {
  private static final int CLASSES = VolumeTraffic.CLASSES;
  private static final int DEVICE = VolumeTraffic.DEVICE;

  /** A device that was busy for less says nothing. */
  private static final double LEAST_DEVICE_SEC = 1;

  private static final double LEAST_WORK = 1e-6;
  private static final double LEAST_BUSY_SEC = 1e-3;

  /** That of the speed in all, which is no matter of seconds. */
  private static final double SPEED_HALF_LIFE_SEC = 60;

  private final double halfLifeSec;
  private final double[] work = new double[CLASSES];
  private final double[] sec = new double[CLASSES];
  private final long[] lastWork = new long[CLASSES];
  private final long[] lastNanos = new long[CLASSES];
  private double bytes;
  private double busySec;
  private long lastBytes;

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

  /** Those that a volume is compared with, for as long as none of them has done more. */
  public static final class Peers {
    private final List<ServiceTimes> times;
    private final boolean isFasterOfTwo;

    /** By class, as far as they were asked for. */
    private final @Nullable Double[] usualSec = new Double[CLASSES];

    /**
     * @param isFasterOfTwo whether of two in the middle the faster one counts, not their mean
     */
    public Peers(List<ServiceTimes> times, boolean isFasterOfTwo) {
      this.times = List.copyOf(times);
      this.isFasterOfTwo = isFasterOfTwo;
    }

    /** What the work of a class takes them, by their median; NaN if unknown. */
    private double usualSec(int workClass) {
      Double asked = usualSec[workClass];
      double usual = asked == null ? median(workClass) : asked;
      usualSec[workClass] = usual;
      return usual;
    }

    private double median(int workClass) {
      double[] known =
          times.stream()
              .mapToDouble(peer -> peer.mean(workClass))
              .filter(mean -> !Double.isNaN(mean))
              .sorted()
              .toArray();
      if (known.length == 0) {
        return Double.NaN;
      }
      double faster = known[(known.length - 1) / 2];
      return isFasterOfTwo ? faster : (faster + known[known.length / 2]) / 2;
    }

    /** What the work of a class takes at most, by the next larger class that is known. */
    private double boundSec(int deliveryClass) {
      int end = (deliveryClass / VolumeTraffic.SIZES + 1) * VolumeTraffic.SIZES;
      for (int i = deliveryClass + 1; i < end; i++) {
        double usualSec = usualSec(i);
        if (!Double.isNaN(usualSec)) {
          double oneDeliverySec = usualSec * 2 * VolumeTraffic.leastWork(i);
          return oneDeliverySec / VolumeTraffic.leastWork(deliveryClass);
        }
      }
      return Double.NaN;
    }
  }

  /**
   * Adds the traffic of a volume since the last call.
   *
   * @return whether there was any
   */
  public boolean sample(VolumeTraffic traffic, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / halfLifeSec);
    double keptOfAll = Math.pow(0.5, elapsedSec / SPEED_HALF_LIFE_SEC);
    // What is left of a long time ago is an error of rounding; the speed stays as it was
    if (busySec > LEAST_BUSY_SEC) {
      bytes *= keptOfAll;
      busySec *= keptOfAll;
    }
    boolean hasWorked = false;
    for (int i = 0; i < CLASSES; i++) {
      long newWork = traffic.work(i);
      long newNanos = traffic.nanos(i);
      hasWorked |= newNanos != lastNanos[i];
      work[i] = work[i] * kept + (newWork - lastWork[i]);
      sec[i] = sec[i] * kept + (newNanos - lastNanos[i]) / 1e9;
      // A device that is busy and writes nothing is the slowest of all
      if (i != DEVICE && work[i] < LEAST_WORK) {
        work[i] = 0;
        sec[i] = 0;
      }
      busySec += i == DEVICE ? 0 : (newNanos - lastNanos[i]) / 1e9;
      lastWork[i] = newWork;
      lastNanos[i] = newNanos;
    }
    long newBytes = traffic.deliveredBytes();
    bytes += newBytes - lastBytes;
    lastBytes = newBytes;
    return hasWorked;
  }

  /** Forgets the past: only later work is compared. */
  public void restart() {
    Arrays.fill(work, 0);
    Arrays.fill(sec, 0);
  }

  /**
   * Delivered bytes per second of work, as before if there was none lately; 0 if there never was.
   */
  public double bytesPerSec() {
    return busySec > 0 ? bytes / busySec : 0;
  }

  /** The time for the work of a class; NaN if unknown. */
  private double mean(int workClass) {
    if (workClass == DEVICE) {
      return sec[DEVICE] >= LEAST_DEVICE_SEC ? sec[DEVICE] / Math.max(1, work[DEVICE]) : Double.NaN;
    }
    return work[workClass] > 0 ? sec[workClass] / work[workClass] : Double.NaN;
  }

  /**
   * Compares with peers. Where none of them had deliveries of a class, those of the next larger
   * class are an upper bound of what one may take.
   */
  public Comparison compare(Peers peers) {
    return compare(peers, 0);
  }

  /** The same for deliveries with a sync: the others may have gone no further than memory. */
  public Comparison compareSynced(Peers peers) {
    return compare(peers, VolumeTraffic.SIZES);
  }

  private Comparison compare(Peers peers, int firstClass) {
    double tookSec = 0;
    double expectedSec = 0;
    for (int i = firstClass; i < DEVICE; i++) {
      if (work[i] <= 0) {
        continue;
      }
      double expected = peers.usualSec(i);
      if (Double.isNaN(expected)) {
        expected = Math.min(peers.boundSec(i), mean(i));
      }
      if (!Double.isNaN(expected)) {
        tookSec += sec[i];
        expectedSec += work[i] * expected;
      }
    }
    return new Comparison(expectedSec > 0 ? tookSec / expectedSec : Double.NaN, tookSec);
  }

  /** How many times as long as those of its peers its device takes; NaN if that is unknown. */
  public double compareDevice(Peers peers) {
    return mean(DEVICE) / peers.usualSec(DEVICE);
  }
}
