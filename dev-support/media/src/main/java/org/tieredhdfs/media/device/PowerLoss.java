package org.tieredhdfs.media.device;

import java.util.SplittableRandom;

/**
 * The fate of writes that were accepted but not flushed when the power failed: each is dropped,
 * kept, or torn between two sectors, independently of the others.
 *
 * <p>That is what a disk may do that sorts the writes in its cache; file systems and journals have
 * to cope with it, since only a flush orders them.
 */
final class PowerLoss {
  /** What a device writes wholly or not at all. */
  static final int SECTOR_BYTES = 512;

  private final SplittableRandom random;

  PowerLoss(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** How many bytes from its start on are left of a write of {@code lengthBytes}. */
  int keptBytes(int lengthBytes) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> lengthBytes;
      default -> random.nextInt(lengthBytes / SECTOR_BYTES + 1) * SECTOR_BYTES;
    };
  }
}
