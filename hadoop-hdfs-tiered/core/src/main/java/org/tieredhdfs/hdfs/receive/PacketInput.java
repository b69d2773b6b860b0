package org.tieredhdfs.hdfs.receive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * The buffered input of a DataNode's connection: a few bytes while it waits for an operation, whole
 * packets while it receives a block.
 *
 * <p>While it has a {@linkplain #lend buffer for packets} one can look at what was read before
 * taking it. All reads, this project's and stock ones, see the same bytes in the same order. For
 * one thread.
 */
public final class PacketInput extends InputStream {
  /** The length of a packet's payload and that of its header, in front of it. */
  static final int LENGTHS_BYTES = Integer.BYTES + Short.BYTES;

  private final InputStream source;
  private final @Nullable ReadableByteChannel channel;
  private final int smallBytes;

  /** What was read and not yet taken lies between position and limit. */
  private ByteBuffer buffer;

  private boolean isLent;

  /**
   * @param source the connection, behind what encrypts it
   * @param smallBytes how much is buffered while no block is received
   */
  public PacketInput(InputStream source, int smallBytes) {
    this.source = source;
    this.channel = source instanceof ReadableByteChannel readable ? readable : null;
    this.smallBytes = Math.max(1, smallBytes);
    this.buffer = ByteBuffer.allocate(this.smallBytes).limit(0);
  }

  /** Whether a buffer outside the heap can be filled without a copy. */
  public boolean readsDirectly() {
    return channel != null;
  }

  /** Goes on with a buffer for packets; it is the caller's again after {@link #giveBack}. */
  public void lend(ByteBuffer larger) {
    larger.clear();
    if (buffer.remaining() > larger.capacity()) {
      throw new IllegalArgumentException("a buffer of " + larger.capacity() + " B is too small");
    }
    larger.put(buffer);
    larger.flip();
    buffer = larger;
    isLent = true;
  }

  /** Ends the use of the lent buffer; bytes not taken yet are kept. */
  public void giveBack() {
    if (isLent) {
      ByteBuffer rest = ByteBuffer.allocate(Math.max(smallBytes, buffer.remaining()));
      rest.put(buffer);
      buffer = rest.flip();
      isLent = false;
    }
  }

  /** What was read and not taken, from its position to its limit; not to be changed. */
  public ByteBuffer unread() {
    return buffer;
  }

  /** Takes bytes that were peeked at. */
  public void skipRead(int bytes) {
    buffer.position(buffer.position() + bytes);
  }

  /**
   * Waits for the rest of the next packet and reads with it what is there.
   *
   * @return whether all of it is in the buffer; if not it is too long, malformed, or the end of the
   *     connection has come, and nothing was taken
   */
  public boolean awaitPacket() throws IOException {
    while (true) {
      int start = buffer.position();
      long wanted = LENGTHS_BYTES;
      if (buffer.remaining() >= LENGTHS_BYTES) {
        wanted = packetBytes(buffer, start);
      }
      if (wanted < LENGTHS_BYTES || wanted > buffer.capacity()) {
        return false;
      }
      if (buffer.remaining() >= wanted) {
        return true;
      }
      if (!readMore((int) wanted - buffer.remaining())) {
        return false;
      }
    }
  }

  /** The length of a packet by its first bytes; negative if there is no such packet. */
  static long packetBytes(ByteBuffer bytes, int start) {
    int payloadBytes = bytes.getInt(start);
    int headerBytes = bytes.getShort(start + Integer.BYTES);
    if (payloadBytes < Integer.BYTES || headerBytes < 0) {
      return -1;
    }
    return (long) Short.BYTES + headerBytes + payloadBytes;
  }

  private boolean readMore(int leastBytes) throws IOException {
    int room = buffer.capacity() - buffer.limit();
    // moving the rest of a packet costs less than many small reads
    if (!buffer.hasRemaining() || room < Math.max(leastBytes, buffer.capacity() / 4)) {
      buffer.compact();
    } else {
      int start = buffer.position();
      buffer.position(buffer.limit()).limit(buffer.capacity());
      return fill(start);
    }
    return fill(0);
  }

  /** Reads into what is free, between position and limit. */
  private boolean fill(int start) throws IOException {
    int end = buffer.position();
    int read = -1;
    try {
      if (buffer.hasArray()) {
        read = source.read(buffer.array(), buffer.arrayOffset() + end, buffer.remaining());
      } else if (channel != null) {
        read = channel.read(buffer);
      } else {
        throw new IllegalStateException("a buffer outside the heap needs a channel");
      }
    } finally {
      buffer.limit(end + Math.max(0, read)).position(start);
    }
    return read >= 0;
  }

  @Override
  public int read() throws IOException {
    if (!buffer.hasRemaining() && !readMore(1)) {
      return -1;
    }
    return buffer.get() & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!buffer.hasRemaining()) {
      if (length >= buffer.capacity()) {
        return source.read(target, offset, length);
      }
      if (!readMore(1)) {
        return -1;
      }
    }
    int taken = Math.min(length, buffer.remaining());
    buffer.get(target, offset, taken);
    return taken;
  }

  @Override
  public int available() throws IOException {
    return buffer.remaining() + source.available();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
