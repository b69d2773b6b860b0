package org.tieredhdfs.mover.transfer;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The limits of large transfers.
 *
 * @param shareBytes a transfer costs ceil(size / shareBytes) of the moves that a volume may have at
 *     a time
 * @param maxRestNs how long a volume rests, at most, after a transfer that took half of its moves
 *     or more: as long as that took; 0 for no rest
 */
public record LargeTransferLimits(long shareBytes, long maxRestNs) {

  public static LargeTransferLimits of(Configuration conf) {
    return new LargeTransferLimits(
        MoverKeys.MOVES_PER_VOLUME_UNIT.getSizeBytes(conf),
        MoverKeys.VOLUME_REST.getDurationMs(conf) * 1_000_000);
  }
}
