package org.tieredhdfs.bench.failslow.client;

import java.util.Arrays;
import java.util.Random;

/** The bytes of a file that is known by its seed: each can be told without the others. */
final class KnownBytes {
  /** A prime, so that no block or record of a file is like the next. */
  private static final int PERIOD = 65_521;

  private static final byte[] CONTENT = new byte[PERIOD];

  static {
    new Random(1).nextBytes(CONTENT);
  }

  private final int shift;

  KnownBytes(long seed) {
    shift = Math.floorMod(seed * 7_919, PERIOD);
  }

  /** Those from {@code position} on. */
  byte[] at(long position, int length) {
    byte[] bytes = new byte[length];
    int from = (int) ((position + shift) % PERIOD);
    for (int done = 0; done < length; ) {
      int piece = Math.min(length - done, PERIOD - from);
      System.arraycopy(CONTENT, from, bytes, done, piece);
      done += piece;
      from = 0;
    }
    return bytes;
  }

  /** Whether the first {@code length} of {@code read} are those from {@code position} on. */
  boolean matches(long position, byte[] read, int length) {
    return Arrays.equals(at(position, length), 0, length, read, 0, length);
  }
}
