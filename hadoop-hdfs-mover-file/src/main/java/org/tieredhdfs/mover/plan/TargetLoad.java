package org.tieredhdfs.mover.plan;

import java.util.Comparator;

/**
 * The load of a node for a storage type, which decides between otherwise equal nodes.
 *
 * <p>The score is that of this project's block placement policies, so that mover and NameNode fill
 * the same nodes: bytes stored and in transfer, by the volumes of the type. An empty node is not
 * sent everything at once: one that is sent much more than the mean comes behind all others.
 *
 * @param excessBytesPerVolume on their way beyond what the node may be sent at once; not below 0
 * @param bytesPerVolume stored and on their way
 */
public record TargetLoad(double excessBytesPerVolume, double bytesPerVolume)
    implements Comparable<TargetLoad> {
  /** The most load of a volume at once, as a multiple of its type's mean. */
  private static final double MAX_OVER_MEAN = 1.5;

  private static final Comparator<TargetLoad> ORDER =
      Comparator.comparingDouble(TargetLoad::excessBytesPerVolume)
          .thenComparingDouble(TargetLoad::bytesPerVolume);

  /**
   * @param storedBytes on the node's volumes of the type
   * @param sentBytes in transfer to them
   * @param volumes of the type; less than one counts as one
   * @param meanSentBytes on their way to a volume of the type, by the mean of all nodes
   */
  public static TargetLoad of(long storedBytes, long sentBytes, int volumes, double meanSentBytes) {
    double sentPerVolume = (double) sentBytes / Math.max(1, volumes);
    return new TargetLoad(
        Math.max(0, sentPerVolume - MAX_OVER_MEAN * meanSentBytes),
        (double) storedBytes / Math.max(1, volumes) + sentPerVolume);
  }

  @Override
  public int compareTo(TargetLoad other) {
    return ORDER.compare(this, other);
  }
}
