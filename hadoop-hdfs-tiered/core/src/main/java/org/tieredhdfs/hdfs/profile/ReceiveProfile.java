package org.tieredhdfs.hdfs.profile;

import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.receive.ReceiveKeys;

/**
 * How a DataNode receives one block.
 *
 * @param bufferBytes how much is read and written at once
 * @param groupCommit whether packets that arrive together are written together
 * @param directWrite whether they are written without a copy
 * @param inlineAck whether the thread that wrote a packet acknowledges it
 */
public record ReceiveProfile(
    int bufferBytes, boolean groupCommit, boolean directWrite, boolean inlineAck) {

  /**
   * For a block on a volume.
   *
   * @param profile that of the volume; null if it has none, so that the keys for all volumes count
   */
  public static ReceiveProfile of(@Nullable ExecutionProfile profile, Configuration conf) {
    if (profile == null) {
      return new ReceiveProfile(
          ReceiveKeys.BUFFER_SIZE.getInt(conf),
          ReceiveKeys.GROUP_COMMIT.getBoolean(conf),
          ReceiveKeys.DIRECT_WRITE.getBoolean(conf),
          ReceiveKeys.INLINE_ACK.getBoolean(conf));
    }
    Function<Setting, Long> number = setting -> profile.held(setting).number();
    return new ReceiveProfile(
        Math.toIntExact(number.apply(Setting.RECEIVE_BUFFER)),
        number.apply(Setting.GROUP_COMMIT) != 0,
        number.apply(Setting.DIRECT_WRITE) != 0,
        number.apply(Setting.INLINE_ACK) != 0);
  }
}
