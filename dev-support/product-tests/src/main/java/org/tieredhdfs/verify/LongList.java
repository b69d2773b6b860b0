package org.tieredhdfs.verify;

import java.util.Arrays;

/** A list of longs that takes no more memory than they do. Used by one thread. */
final class LongList {
  private long[] values = new long[1024];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + size / 2);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  /** The values in order, for a binary search. */
  long[] sorted() {
    long[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
