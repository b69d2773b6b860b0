package org.tieredhdfs.tiering.heat;

import java.util.Set;

/**
 * What was read lately of the blocks of a cluster, on all DataNodes together that told it.
 *
 * <p>An open hash table, 32 bytes for each block that was told. Filled, then asked, by one thread.
 */
public final class BlockReads {
  private static final long FREE = 0;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** Of the numbers of an erasure-coded group's blocks, these bits tell them apart. */
  private static final long UNIT_BITS = 0xf;

  private final Set<String> unknownNodes;
  private long[] blocks = new long[16];
  private long[] bytes = new long[16];
  private int size;
  private long otherBytes;

  /**
   * @param unknownNodes the UUIDs of the DataNodes in service that have not told their reads
   */
  BlockReads(Set<String> unknownNodes) {
    this.unknownNodes = Set.copyOf(unknownNodes);
  }

  /** The UUIDs of the DataNodes in service whose reads are not known. */
  public Set<String> unknownNodes() {
    return unknownNodes;
  }

  /** How many blocks were told. */
  public int size() {
    return size;
  }

  /** What is hardly exceeded by a block that was not told, in bytes. */
  public long otherBytes() {
    return otherBytes;
  }

  /** Adds a DataNode's. */
  void add(NodeReads node) {
    for (int place = 0; place < node.counts().size(); place++) {
      add(node.counts().block(place), node.counts().bytes(place));
    }
    otherBytes = Math.max(otherBytes, node.otherBytes());
  }

  private void add(long told, long read) {
    long block = group(told);
    if (block == FREE || read <= 0) {
      return;
    }
    if ((size + 1) * 2 > blocks.length) {
      grow();
    }
    int place = place(block);
    if (blocks[place] == FREE) {
      blocks[place] = block;
      size++;
    }
    long sum = bytes[place] + read;
    bytes[place] = sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Files list the number of the group. */
  private static long group(long block) {
    return block < 0 ? block & ~UNIT_BITS : block;
  }

  private void grow() {
    long[] wasBlocks = blocks;
    long[] wasBytes = bytes;
    blocks = new long[Math.multiplyExact(wasBlocks.length, 2)];
    bytes = new long[blocks.length];
    for (int i = 0; i < wasBlocks.length; i++) {
      if (wasBlocks[i] != FREE) {
        int place = place(wasBlocks[i]);
        blocks[place] = wasBlocks[i];
        bytes[place] = wasBytes[i];
      }
    }
  }

  private int place(long block) {
    int place = (int) ((block * GOLDEN) >>> Integer.SIZE) & (blocks.length - 1);
    while (blocks[place] != FREE && blocks[place] != block) {
      place = (place + 1) & (blocks.length - 1);
    }
    return place;
  }

  /** What was read of a block; -1 if no DataNode told it. */
  public long of(long block) {
    int place = place(group(block));
    return blocks[place] == FREE ? -1 : bytes[place];
  }
}
