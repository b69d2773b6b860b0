package org.tieredhdfs.hdfs.receive;

import java.nio.ByteBuffer;

/** A length-prefixed protobuf message, as sent between DataNodes. */
final class DelimitedMessage {
  private static final int MAX_LENGTH_BYTES = 5;

  private DelimitedMessage() {}

  /** Whether all of the message at the position of a buffer is in it. */
  static boolean isWhole(ByteBuffer bytes) {
    long length = 0;
    for (int i = 0; i < Math.min(MAX_LENGTH_BYTES, bytes.remaining()); i++) {
      byte part = bytes.get(bytes.position() + i);
      length |= (long) (part & 0x7f) << (7 * i);
      if (part >= 0) {
        return bytes.remaining() - i - 1 >= length;
      }
    }
    return false;
  }
}
