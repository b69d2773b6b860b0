package org.tieredhdfs.verify.hdfs;

/** The bytes of a file, which follow from its seed and their place alone. */
public final class KnownContent {
  private KnownContent() {}

  /** Fills {@code bytes} with what the file holds from {@code offset} on. */
  public static void fill(byte[] bytes, int length, long seed, long offset) {
    for (int i = 0; i < length; i++) {
      bytes[i] = at(seed, offset + i);
    }
  }

  /** The place of the first wrong byte, counted from {@code offset}; -1 if there is none. */
  public static int firstWrong(byte[] bytes, int length, long seed, long offset) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] != at(seed, offset + i)) {
        return i;
      }
    }
    return -1;
  }

  /** Never 0, so that a hole is wrong wherever it is. */
  private static byte at(long seed, long offset) {
    long mixed = (seed ^ (offset >>> 3)) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 29;
    int value = (int) (mixed >>> (8 * (offset & 7))) & 0xff;
    return (byte) (value == 0 ? 1 : value);
  }
}
