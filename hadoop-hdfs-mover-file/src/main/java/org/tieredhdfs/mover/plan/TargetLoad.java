package org.tieredhdfs.mover.plan;

import java.util.Comparator;

/**
 * How much a node carries of a storage type, which decides among nodes that are alike otherwise.
 *
 * <p>The score is that of this project's block placement policies, so that mover and NameNode fill
 * the same nodes: what is stored and on its way, by the volumes of the type. An empty node is not
 * sent everything at once: one with many more moves than the mean comes behind all others.
 *
 * @param movesTooMany moves that are planned to the node beyond what it may have; not below 0
 * @param bytesPerVolume stored and on their way
 */
public record TargetLoad(int movesTooMany, double bytesPerVolume)
    implements Comparable<TargetLoad> {
  /** Of a node that has nothing and is to get nothing. */
  public static final TargetLoad NONE = new TargetLoad(0, 0);

  /** How many times the mean of all nodes a node may have, beside one move. */
  private static final double MAX_OVER_MEAN = 1.5;

  private static final Comparator<TargetLoad> ORDER =
      Comparator.comparingInt(TargetLoad::movesTooMany)
          .thenComparingDouble(TargetLoad::bytesPerVolume);

  /**
   * @param moves that are planned to the node
   * @param meanMoves the same of all nodes that have the type
   * @param bytes stored on volumes of the type, and on their way there
   * @param volumes of the type; less than one counts as one
   */
  public static TargetLoad of(int moves, double meanMoves, long bytes, int volumes) {
    int tooMany = (int) Math.max(0, Math.ceil(moves - MAX_OVER_MEAN * meanMoves));
    return new TargetLoad(tooMany, (double) bytes / Math.max(1, volumes));
  }

  @Override
  public int compareTo(TargetLoad other) {
    return ORDER.compare(this, other);
  }
}
