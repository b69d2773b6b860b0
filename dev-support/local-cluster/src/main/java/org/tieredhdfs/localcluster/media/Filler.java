package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.tieredhdfs.linux.LinuxTool;

/** A file that takes all the space of its file system. */
final class Filler {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** What is written rather than reserved: the file system needs some of it for itself. */
  private static final long WRITTEN_BYTES = 8L << 20;

  private static final int PIECE_BYTES = 64 << 10;

  private Filler() {}

  static void fill(Path file) throws IOException {
    long freeBytes = Files.getFileStore(file.getParent()).getUsableSpace();
    if (freeBytes > WRITTEN_BYTES) {
      String reserved = Long.toString(freeBytes - WRITTEN_BYTES);
      LinuxTool.run(LIMIT, "fallocate", "--length", reserved, file.toString());
    }
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      while (Files.getFileStore(file).getUsableSpace() > 0) {
        channel.write(piece.clear());
      }
    } catch (IOException full) {
      if (Files.getFileStore(file.getParent()).getUsableSpace() > PIECE_BYTES) {
        throw full;
      }
    }
  }
}
