package org.tieredhdfs.media.device;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.media.model.IoKind;

/** A request whose reply can be waited for. */
final class RecordedIo implements DeviceIo {
  private final IoKind kind;
  private final long offset;
  private final byte[] bytes;
  private final long arrivedNs = System.nanoTime();
  private final CompletableFuture<Integer> errno = new CompletableFuture<>();

  RecordedIo(IoKind kind, long offset, byte[] bytes) {
    this.kind = kind;
    this.offset = offset;
    this.bytes = bytes;
  }

  static RecordedIo read(long offset, int length) {
    return new RecordedIo(IoKind.READ, offset, new byte[length]);
  }

  static RecordedIo write(long offset, byte[] bytes) {
    return new RecordedIo(IoKind.WRITE, offset, bytes);
  }

  static RecordedIo flush() {
    return new RecordedIo(IoKind.FLUSH, 0, new byte[0]);
  }

  @Override
  public IoKind kind() {
    return kind;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int lengthBytes() {
    return bytes.length;
  }

  @Override
  public long arrivedNs() {
    return arrivedNs;
  }

  @Override
  public ByteBuffer data() {
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public void reply(int number) {
    if (!errno.complete(number)) {
      throw new IllegalStateException("a second reply");
    }
  }

  byte[] bytes() {
    return bytes;
  }

  boolean isAnswered() {
    return errno.isDone();
  }

  /** The error of the reply, waited for. */
  int errno() {
    return errno.orTimeout(60, TimeUnit.SECONDS).join();
  }
}
