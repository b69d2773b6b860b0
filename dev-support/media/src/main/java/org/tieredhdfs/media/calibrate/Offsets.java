package org.tieredhdfs.media.calibrate;

import java.util.SplittableRandom;

/** Where a load goes on a device, request by request; the same for the same seed. Thread-safe. */
final class Offsets {
  private final IoLoad load;
  private final long blocks;
  private final SplittableRandom random;
  private long next;

  Offsets(IoLoad load, long sizeBytes, long seed) {
    this.load = load;
    this.blocks = sizeBytes / load.blockBytes();
    this.random = new SplittableRandom(seed);
    // Start anywhere: from the beginning, a stream would only see a disk's fastest zone.
    this.next = random.nextLong(blocks);
  }

  synchronized long next() {
    next = load.isRandom() ? random.nextLong(blocks) : (next + 1) % blocks;
    return next * load.blockBytes();
  }
}
