package org.tieredhdfs.media.fuse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Answers the kernel's requests for names and attributes: a root folder with one file.
 *
 * <p>The layouts are those of linux/fuse.h, version 7.31.
 */
final class FuseTree {
  static final String FILE_NAME = "disk";

  /** How many reads and writes the kernel keeps under way. */
  static final int MAX_BACKGROUND = 96;

  private static final int MAJOR = 7;
  private static final int MINOR = 31;
  private static final int ASYNC_READ = 1;
  private static final int BIG_WRITES = 1 << 5;
  private static final int ASYNC_DIRECT_IO = 1 << 15;
  private static final int MAX_PAGES = 1 << 22;
  private static final int PAGE_BYTES = 4096;

  private static final int OPEN_DIRECT_IO = 1;
  private static final int OPEN_NO_FLUSH = 1 << 5;
  private static final int OPEN_PARALLEL_DIRECT_WRITES = 1 << 6;

  private static final long ROOT = 1;
  private static final long FILE = 2;
  private static final int ROOT_MODE = 0040700;
  private static final int FILE_MODE = 0100600;
  private static final long VALID_SEC = 3600;
  private static final int ATTRIBUTES_BYTES = 88;
  private static final int AT = FuseBuffer.OUT_HEADER_BYTES;

  private final long sizeBytes;

  FuseTree(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  /**
   * Answers the request in {@code bytes} with a payload written over it.
   *
   * @return the bytes of the payload, or below 0 the error
   */
  int answer(int opcode, ByteBuffer bytes) {
    return switch (opcode) {
      case FuseOpcode.INIT -> init(bytes);
      case FuseOpcode.LOOKUP -> lookUp(bytes);
      case FuseOpcode.GETATTR, FuseOpcode.SETATTR -> attributes(bytes);
      case FuseOpcode.OPEN -> open(bytes);
      case FuseOpcode.OPENDIR -> zeros(bytes, 16);
      case FuseOpcode.STATFS -> zeros(bytes, 80);
      case FuseOpcode.READDIR,
          FuseOpcode.RELEASEDIR,
          FuseOpcode.RELEASE,
          FuseOpcode.FLUSH,
          FuseOpcode.DESTROY ->
          0;
      default -> -LibC.ENOSYS;
    };
  }

  private static int init(ByteBuffer bytes) {
    int major = bytes.getInt(FuseBuffer.IN_HEADER_BYTES);
    int minor = bytes.getInt(FuseBuffer.IN_HEADER_BYTES + 4);
    int readAhead = bytes.getInt(FuseBuffer.IN_HEADER_BYTES + 8);
    int offered = bytes.getInt(FuseBuffer.IN_HEADER_BYTES + 12);
    if (major != MAJOR || minor < MINOR) {
      return -LibC.EINVAL;
    }
    int length = zeros(bytes, 64);
    bytes.putInt(AT, MAJOR);
    bytes.putInt(AT + 4, MINOR);
    bytes.putInt(AT + 8, readAhead);
    bytes.putInt(AT + 12, offered & (ASYNC_READ | BIG_WRITES | ASYNC_DIRECT_IO | MAX_PAGES));
    bytes.putShort(AT + 16, (short) MAX_BACKGROUND);
    bytes.putShort(AT + 18, (short) MAX_BACKGROUND);
    bytes.putInt(AT + 20, FuseBuffer.MAX_IO_BYTES);
    bytes.putInt(AT + 24, 1);
    bytes.putShort(AT + 28, (short) (FuseBuffer.MAX_IO_BYTES / PAGE_BYTES));
    return length;
  }

  private int lookUp(ByteBuffer bytes) {
    int nameBytes = bytes.getInt(0) - FuseBuffer.IN_HEADER_BYTES - 1;
    byte[] name = new byte[nameBytes];
    bytes.get(FuseBuffer.IN_HEADER_BYTES, name);
    if (!FILE_NAME.equals(new String(name, StandardCharsets.UTF_8))) {
      return -LibC.ENOENT;
    }
    zeros(bytes, 40);
    bytes.putLong(AT, FILE);
    bytes.putLong(AT + 16, VALID_SEC);
    bytes.putLong(AT + 24, VALID_SEC);
    return 40 + putAttributes(bytes, AT + 40, FILE);
  }

  private int attributes(ByteBuffer bytes) {
    long node = bytes.getLong(16);
    zeros(bytes, 16);
    bytes.putLong(AT, VALID_SEC);
    return 16 + putAttributes(bytes, AT + 16, node);
  }

  private int putAttributes(ByteBuffer bytes, int at, long node) {
    boolean isRoot = node == ROOT;
    for (int i = 0; i < ATTRIBUTES_BYTES; i++) {
      bytes.put(at + i, (byte) 0);
    }
    bytes.putLong(at, node);
    bytes.putLong(at + 8, isRoot ? 0 : sizeBytes);
    bytes.putLong(at + 16, isRoot ? 0 : sizeBytes / 512);
    bytes.putInt(at + 60, isRoot ? ROOT_MODE : FILE_MODE);
    bytes.putInt(at + 64, isRoot ? 2 : 1);
    bytes.putInt(at + 80, PAGE_BYTES);
    return ATTRIBUTES_BYTES;
  }

  private static int open(ByteBuffer bytes) {
    int length = zeros(bytes, 16);
    bytes.putInt(AT + 8, OPEN_DIRECT_IO | OPEN_NO_FLUSH | OPEN_PARALLEL_DIRECT_WRITES);
    return length;
  }

  private static int zeros(ByteBuffer bytes, int length) {
    for (int i = 0; i < length; i++) {
      bytes.put(AT + i, (byte) 0);
    }
    return length;
  }
}
