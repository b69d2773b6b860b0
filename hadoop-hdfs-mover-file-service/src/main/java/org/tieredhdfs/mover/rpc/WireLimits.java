package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** Limits in the protocol's messages. */
public final class WireLimits {
  private WireLimits() {}

  static LimitsProto of(TransferLimits limits) {
    return LimitsProto.newBuilder()
        .setMoves(limits.moves())
        .setMovesPerNode(limits.movesPerNode())
        .setMovesPerVolume(limits.movesPerVolume())
        .setBytesPerSecond(limits.bytesPerSecond())
        .setBytesPerSecondPerNode(limits.bytesPerSecondPerNode())
        .build();
  }

  /**
   * A copy of the limits with the given ones changed.
   *
   * @throws IOException with one sentence if one of them is not allowed
   */
  public static TransferLimits changed(TransferLimits now, LimitsProto wanted) throws IOException {
    return new TransferLimits(
        (int) allowed(MoverKeys.MOVES, wanted.hasMoves(), wanted.getMoves(), now.moves()),
        (int)
            allowed(
                MoverKeys.MOVES_PER_NODE,
                wanted.hasMovesPerNode(),
                wanted.getMovesPerNode(),
                now.movesPerNode()),
        (int)
            allowed(
                MoverKeys.MOVES_PER_VOLUME,
                wanted.hasMovesPerVolume(),
                wanted.getMovesPerVolume(),
                now.movesPerVolume()),
        allowed(
            MoverKeys.BANDWIDTH,
            wanted.hasBytesPerSecond(),
            wanted.getBytesPerSecond(),
            now.bytesPerSecond()),
        allowed(
            MoverKeys.BANDWIDTH_PER_NODE,
            wanted.hasBytesPerSecondPerNode(),
            wanted.getBytesPerSecondPerNode(),
            now.bytesPerSecondPerNode()));
  }

  private static long allowed(ConfigKey key, boolean isNamed, long wanted, long now)
      throws IOException {
    if (isNamed && (wanted < key.min() || wanted > key.max())) {
      throw new IOException(key.refusal(Long.toString(wanted), key.allowed()));
    }
    return isNamed ? wanted : now;
  }
}
