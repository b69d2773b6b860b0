package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A program that appends records until it is killed, and says of each on its standard output that
 * it is written. Arguments: the file, and whether each is forced to the device before.
 */
final class RecordWriter {
  static final int RECORD_BYTES = 4096;

  private RecordWriter() {}

  public static void main(String[] args) throws IOException {
    boolean isForced = Boolean.parseBoolean(args[1]);
    try (FileChannel channel =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int number = 0; ; number++) {
        channel.write(ByteBuffer.wrap(record(number)), (long) number * RECORD_BYTES);
        if (isForced) {
          channel.force(true);
        }
        System.out.println(number);
      }
    }
  }

  /** What record {@code number} holds. */
  static byte[] record(int number) {
    byte[] record = new byte[RECORD_BYTES];
    Arrays.fill(record, (byte) (number % 251 + 1));
    ByteBuffer.wrap(record).putInt(number);
    return record;
  }
}
