package org.tieredhdfs.media.device;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The sparse file with a device's content. Takes space for what was written only.
 *
 * <p>Thread-safe; what overlapping requests of the same moment give is as open as on a disk.
 */
final class BackingFile implements Closeable {
  private final FileChannel channel;
  private final long sizeBytes;

  private BackingFile(FileChannel channel, long sizeBytes) {
    this.channel = channel;
    this.sizeBytes = sizeBytes;
  }

  /** Opens {@code path}, which must have its size already. */
  static BackingFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new BackingFile(channel, channel.size());
  }

  long sizeBytes() {
    return sizeBytes;
  }

  void read(ByteBuffer to, long offset) throws IOException {
    long at = offset;
    while (to.hasRemaining()) {
      int count = channel.read(to, at);
      if (count < 0) {
        throw new EOFException("read at " + at + " of " + sizeBytes + " bytes");
      }
      at += count;
    }
  }

  void write(ByteBuffer from, long offset) throws IOException {
    long at = offset;
    while (from.hasRemaining()) {
      at += channel.write(from, at);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
