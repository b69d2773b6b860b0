package org.tieredhdfs.mover.transfer;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The budgets of a mover, which may be changed while it runs.
 *
 * @param moves at a time, in all; 0 begins none until there are other limits
 * @param movesPerNode at a time, for each DataNode that sends or receives
 * @param movesPerVolume at a time, for each volume, of small replicas; large ones count more than
 *     once
 * @param bytesPerSecond in all; 0 for no limit
 * @param bytesPerSecondPerNode for each DataNode; 0 for no limit
 */
public record TransferLimits(
    int moves,
    int movesPerNode,
    int movesPerVolume,
    long bytesPerSecond,
    long bytesPerSecondPerNode) {

  public TransferLimits {
    if (moves < 0 || movesPerNode < 1 || movesPerVolume < 1) {
      throw new IllegalArgumentException(
          String.format(
              "moves, %d, must be at least 0, per node, %d, and per volume, %d, at least 1",
              moves, movesPerNode, movesPerVolume));
    }
    if (bytesPerSecond < 0 || bytesPerSecondPerNode < 0) {
      throw new IllegalArgumentException(
          String.format(
              "bytes a second, %d, and per node, %d, must be 0 (no limit) or more",
              bytesPerSecond, bytesPerSecondPerNode));
    }
  }

  public static TransferLimits of(Configuration conf) {
    return new TransferLimits(
        MoverKeys.MOVES.getInt(conf),
        MoverKeys.MOVES_PER_NODE.getInt(conf),
        MoverKeys.MOVES_PER_VOLUME.getInt(conf),
        MoverKeys.BANDWIDTH.getSizeBytes(conf),
        MoverKeys.BANDWIDTH_PER_NODE.getSizeBytes(conf));
  }

  public TransferLimits withBytesPerSecond(long newBytesPerSecond) {
    return new TransferLimits(
        moves, movesPerNode, movesPerVolume, newBytesPerSecond, bytesPerSecondPerNode);
  }

  public TransferLimits withMoves(int newMoves) {
    return new TransferLimits(
        newMoves, movesPerNode, movesPerVolume, bytesPerSecond, bytesPerSecondPerNode);
  }
}
