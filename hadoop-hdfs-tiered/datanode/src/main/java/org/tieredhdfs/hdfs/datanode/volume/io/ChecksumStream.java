package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The checksums of a replica being written, of which it remembers the last one, so that nobody has
 * to read it back. Writes to stock's stream, on the same descriptor. For the receiving thread.
 */
public final class ChecksumStream extends FileOutputStream {
  private final FileOutputStream stock;
  private long position;
  private @Nullable Integer last;

  public ChecksumStream(FileOutputStream stock) throws IOException {
    super(stock.getFD());
    this.stock = stock;
    this.position = stock.getChannel().position();
  }

  /** The checksum of the last chunk; null if nothing was written since the file was opened. */
  public @Nullable Integer last() {
    return last;
  }

  /** Goes back to overwrite the end, without asking where that is. */
  public void goBack(int bytes) throws IOException {
    stock.getChannel().position(position - bytes);
    position -= bytes;
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte});
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stock.write(bytes, offset, length);
    position += length;
    last =
        length < Integer.BYTES
            ? null
            : ByteBuffer.wrap(bytes).getInt(offset + length - Integer.BYTES);
  }
}
