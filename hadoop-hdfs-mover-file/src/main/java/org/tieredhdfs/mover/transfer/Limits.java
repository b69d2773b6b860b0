package org.tieredhdfs.mover.transfer;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.MoverKeys;

/**
 * The budgets of a mover, which may be changed while it runs.
 *
 * @param moves at a time, in all
 * @param movesPerNode at a time, for each DataNode that sends or receives
 * @param movesPerVolume at a time, for each volume, of small replicas; large ones count more than
 *     once
 * @param bytesPerSecond in all; 0 for no limit
 * @param bytesPerSecondPerNode for each DataNode; 0 for no limit
 */
public record Limits(
    int moves,
    int movesPerNode,
    int movesPerVolume,
    long bytesPerSecond,
    long bytesPerSecondPerNode) {

  public Limits {
    if (moves < 1 || movesPerNode < 1 || movesPerVolume < 1) {
      throw new IllegalArgumentException(
          "moves, "
              + moves
              + ", per node, "
              + movesPerNode
              + ", and per volume, "
              + movesPerVolume
              + ", have to be 1 or more");
    }
    if (bytesPerSecond < 0 || bytesPerSecondPerNode < 0) {
      throw new IllegalArgumentException(
          "bytes a second, "
              + bytesPerSecond
              + ", and per node, "
              + bytesPerSecondPerNode
              + ", have to be 0, for no limit, or more");
    }
  }

  public static Limits of(Configuration conf) {
    return new Limits(
        MoverKeys.MOVES.getInt(conf),
        MoverKeys.MOVES_PER_NODE.getInt(conf),
        MoverKeys.MOVES_PER_VOLUME.getInt(conf),
        MoverKeys.BANDWIDTH.getSizeBytes(conf),
        MoverKeys.BANDWIDTH_PER_NODE.getSizeBytes(conf));
  }

  public Limits withBytesPerSecond(long newBytesPerSecond) {
    return new Limits(
        moves, movesPerNode, movesPerVolume, newBytesPerSecond, bytesPerSecondPerNode);
  }

  public Limits withMoves(int newMoves) {
    return new Limits(
        newMoves, movesPerNode, movesPerVolume, bytesPerSecond, bytesPerSecondPerNode);
  }
}
