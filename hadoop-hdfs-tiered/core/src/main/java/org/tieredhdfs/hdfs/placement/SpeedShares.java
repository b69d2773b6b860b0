package org.tieredhdfs.hdfs.placement;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.StorageType;

/**
 * How much of the load of its storage type each volume is to carry, by the speed that its DataNode
 * has measured.
 *
 * <p>A volume of the median speed of its type has a share of 1, and so has one whose speed nobody
 * reports. Differences within a tolerance do not count, beyond it the share follows the speed: it
 * has no step, at which the noise of a measurement would send data to and fro. A bound keeps fast
 * volumes from being full long before the others. Thread-safe.
 */
final class SpeedShares {
  /** By which factor a speed may differ from the median before it counts. */
  static final double TOLERANCE = 1.25;

  private static final long UNKNOWN = 0;

  private final ToLongFunction<String> bytesPerSecOf;
  private final double maxShare;
  private final Map<StorageType, Double> medianBytesPerSec = new ConcurrentHashMap<>();

  /**
   * @param bytesPerSecOf the speed of a storage by its ID; 0 if it is not known
   * @param maxShare the share of a volume at most, and by which it is divided at most; from 1,
   *     which makes all shares 1
   */
  SpeedShares(ToLongFunction<String> bytesPerSecOf, double maxShare) {
    this.bytesPerSecOf = bytesPerSecOf;
    this.maxShare = maxShare;
  }

  /** Gives every volume the same share. */
  static SpeedShares equal() {
    return new SpeedShares(id -> UNKNOWN, 1);
  }

  /** Whether speeds make a difference, so that it is worth the while to learn them. */
  boolean count() {
    return maxShare > 1;
  }

  /** Takes the median of what is reported of the storages of a type, to compare each with. */
  void learn(StorageType type, LongStream bytesPerSec) {
    long[] known = bytesPerSec.filter(speed -> speed > UNKNOWN).sorted().toArray();
    if (known.length == 0) {
      medianBytesPerSec.remove(type);
    } else {
      int middle = known.length / 2;
      medianBytesPerSec.put(
          type,
          known.length % 2 == 1 ? known[middle] : ((double) known[middle - 1] + known[middle]) / 2);
    }
  }

  /** The speed reported of a storage; 0 if it is not known. */
  long bytesPerSec(String storageId) {
    return bytesPerSecOf.applyAsLong(storageId);
  }

  /** The share of a storage, from 1 / the bound to the bound. */
  double share(StorageType type, String storageId) {
    Double median = count() ? medianBytesPerSec.get(type) : null;
    long speed = median == null ? UNKNOWN : bytesPerSec(storageId);
    if (median == null || speed <= UNKNOWN) {
      return 1;
    }
    double ratio = speed / median;
    if (ratio > 1) {
      return Math.min(maxShare, Math.max(1, ratio / TOLERANCE));
    }
    return Math.max(1 / maxShare, Math.min(1, ratio * TOLERANCE));
  }
}
