package org.tieredhdfs.hdfs.write;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;

/**
 * A connected channel in blocking mode with timeouts: one system call a read or write.
 *
 * <p>A call that takes too long ends with a {@link SocketTimeoutException} and has the channel
 * closed; the ends of a write pipeline have no use for a socket after that. An interrupt closes the
 * channel, too. One thread may read while another one writes.
 */
public final class TimedChannel implements Closeable {
  private final SocketChannel channel;
  private final IoDeadline reads;
  private final IoDeadline writes;
  private final InputStream in = new Input();
  private final OutputStream out = new Output();
  private volatile int readTimeoutMs;
  private volatile int writeTimeoutMs;

  public TimedChannel(SocketChannel channel) {
    this.channel = channel;
    this.reads = new IoDeadline(channel);
    this.writes = new IoDeadline(channel);
    IoWatchdog.SHARED.watch(reads, writes);
  }

  public SocketChannel channel() {
    return channel;
  }

  public InputStream in() {
    return in;
  }

  public OutputStream out() {
    return out;
  }

  /** 0 for no timeout. */
  public void setReadTimeoutMs(int timeoutMs) {
    readTimeoutMs = timeoutMs;
  }

  public int readTimeoutMs() {
    return readTimeoutMs;
  }

  /** 0 for no timeout. */
  public void setWriteTimeoutMs(int timeoutMs) {
    writeTimeoutMs = timeoutMs;
  }

  @Override
  public void close() throws IOException {
    IoWatchdog.SHARED.leave(reads, writes);
    channel.close();
  }

  private SocketTimeoutException late(int timeoutMs, String what) {
    return new SocketTimeoutException(
        timeoutMs
            + " millis timeout while waiting for channel to be ready for "
            + what
            + ". ch : "
            + channel);
  }

  private int read(ByteBuffer buffer) throws IOException {
    int timeoutMs = readTimeoutMs;
    long begun = reads.begin(timeoutMs);
    int bytes = -1;
    IOException fault = null;
    try {
      bytes = channel.read(buffer);
    } catch (IOException e) {
      fault = e;
    }
    if (!reads.end(begun)) {
      throw late(timeoutMs, "read");
    }
    if (fault != null) {
      throw fault;
    }
    return bytes;
  }

  private void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      int timeoutMs = writeTimeoutMs;
      long begun = writes.begin(timeoutMs);
      IOException fault = null;
      try {
        channel.write(buffer);
      } catch (IOException e) {
        fault = e;
      }
      if (!writes.end(begun)) {
        throw late(timeoutMs, "write");
      }
      if (fault != null) {
        throw fault;
      }
    }
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      return length == 0 ? 0 : TimedChannel.this.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void close() throws IOException {
      TimedChannel.this.close();
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      TimedChannel.this.write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void close() throws IOException {
      TimedChannel.this.close();
    }
  }
}
