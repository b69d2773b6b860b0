package org.tieredhdfs.tiering.heat;

import java.util.Arrays;
import java.util.TreeMap;

/** Bytes of blocks, two longs for each. Immutable: whoever gives the arrays gives them away. */
final class BlockCounts {
  private final long[] blocks;
  private final long[] bytes;

  /**
   * @param bytes for each block those at the same place
   */
  BlockCounts(long[] blocks, long[] bytes) {
    this.blocks = blocks;
    this.bytes = bytes;
  }

  static BlockCounts none() {
    return new BlockCounts(new long[0], new long[0]);
  }

  int size() {
    return blocks.length;
  }

  long block(int place) {
    return blocks[place];
  }

  long bytes(int place) {
    return bytes[place];
  }

  /** The same blocks with a share of the bytes. */
  BlockCounts times(double share) {
    return new BlockCounts(
        blocks, Arrays.stream(bytes).map(count -> (long) (count * share)).toArray());
  }

  /** The blocks of both, each once, with their bytes together. */
  BlockCounts plus(BlockCounts other) {
    TreeMap<Long, Long> sum = new TreeMap<>();
    for (BlockCounts one : new BlockCounts[] {this, other}) {
      for (int place = 0; place < one.blocks.length; place++) {
        sum.merge(one.blocks[place], one.bytes[place], Long::sum);
      }
    }
    return new BlockCounts(
        sum.keySet().stream().mapToLong(block -> block).toArray(),
        sum.values().stream().mapToLong(count -> count).toArray());
  }
}
