package org.tieredhdfs.rehearsal;

import java.util.OptionalInt;

/**
 * Bytes that follow from a number and a position, so that any part of a file can be judged without
 * a copy of it. Stateless.
 */
final class Contents {
  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final int BITS = 8;

  private Contents() {}

  private static byte at(long seed, long position) {
    long mixed = (seed + 1) * STEP + (position / Long.BYTES) * 0xbf58476d1ce4e5b9L;
    mixed ^= mixed >>> 29;
    mixed *= STEP;
    return (byte) (mixed >>> ((position % Long.BYTES) * BITS));
  }

  /** The bytes of contents {@code seed} from {@code position} on. */
  static byte[] of(long seed, long position, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = at(seed, position + i);
    }
    return bytes;
  }

  /** Where {@code bytes}, found at {@code position}, are not what they should be. */
  static OptionalInt firstWrong(long seed, long position, byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] != at(seed, position + i)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
