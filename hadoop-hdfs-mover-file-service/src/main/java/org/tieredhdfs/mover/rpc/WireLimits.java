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
    LimitsProto all = of(now).toBuilder().mergeFrom(wanted).build();
    return new TransferLimits(
        all.getMoves() == 0 ? 0 : (int) allowed(MoverKeys.MOVES, all.getMoves()),
        (int) allowed(MoverKeys.MOVES_PER_NODE, all.getMovesPerNode()),
        (int) allowed(MoverKeys.MOVES_PER_VOLUME, all.getMovesPerVolume()),
        allowed(MoverKeys.BANDWIDTH, all.getBytesPerSecond()),
        allowed(MoverKeys.BANDWIDTH_PER_NODE, all.getBytesPerSecondPerNode()));
  }

  private static long allowed(ConfigKey key, long value) throws IOException {
    if (value < key.min() || value > key.max()) {
      throw new IOException(key.refusal(Long.toString(value), key.allowed()));
    }
    return value;
  }
}
