package org.tieredhdfs.media.fuse;

import com.sun.jna.LastErrorException;
import java.nio.ByteBuffer;
import org.tieredhdfs.media.device.DeviceIo;
import org.tieredhdfs.media.model.IoKind;

/** A read, write or flush that the kernel asked for. */
final class FuseIo implements DeviceIo {
  private static final int WRITTEN_REPLY_BYTES = 8;

  private final int fd;
  private final FuseBuffer buffer;
  private final FuseBuffer.Pool pool;
  private final long unique;
  private final IoKind kind;
  private final long offset;
  private final int lengthBytes;
  private final long arrivedNs = System.nanoTime();

  private FuseIo(
      int fd, FuseBuffer buffer, FuseBuffer.Pool pool, IoKind kind, long offset, int lengthBytes) {
    this.fd = fd;
    this.buffer = buffer;
    this.pool = pool;
    this.unique = buffer.bytes().getLong(8);
    this.kind = kind;
    this.offset = offset;
    this.lengthBytes = lengthBytes;
  }

  /** The read or write in {@code buffer}, of a file of {@code sizeBytes}. */
  static FuseIo ofRange(
      int fd, FuseBuffer buffer, FuseBuffer.Pool pool, IoKind kind, long sizeBytes) {
    ByteBuffer bytes = buffer.bytes();
    long offset = bytes.getLong(FuseBuffer.IN_HEADER_BYTES + 8);
    int length = bytes.getInt(FuseBuffer.IN_HEADER_BYTES + 16);
    long left = Math.max(0, sizeBytes - offset);
    return new FuseIo(fd, buffer, pool, kind, offset, (int) Math.min(length, left));
  }

  static FuseIo ofFlush(int fd, FuseBuffer buffer, FuseBuffer.Pool pool) {
    return new FuseIo(fd, buffer, pool, IoKind.FLUSH, 0, 0);
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
    return lengthBytes;
  }

  @Override
  public long arrivedNs() {
    return arrivedNs;
  }

  @Override
  public ByteBuffer data() {
    int at = kind == IoKind.WRITE ? FuseBuffer.WRITTEN_AT : FuseBuffer.OUT_HEADER_BYTES;
    return buffer.slice(at, lengthBytes);
  }

  @Override
  public void reply(int errno) {
    try {
      buffer.send(fd, unique, errno, payloadBytes());
    } catch (LastErrorException nobodyWaits) {
      // The request was aborted, or the file system is gone.
    } finally {
      pool.giveBack(buffer);
    }
  }

  private int payloadBytes() {
    return switch (kind) {
      case READ -> lengthBytes;
      case FLUSH -> 0;
      case WRITE -> {
        buffer.bytes().putLong(FuseBuffer.OUT_HEADER_BYTES, lengthBytes);
        yield WRITTEN_REPLY_BYTES;
      }
    };
  }
}
