package org.tieredhdfs.media.model;

import java.util.SplittableRandom;

/**
 * A disk with one arm: one request at a time, which waits for the arm and for the rotation unless
 * it goes on where the one before ended.
 *
 * <p>A jump forward that costs less by letting the gap pass below the head is served that way.
 * Where the platter stands when the arm arrives is drawn from a seed. The curve of seeks is that of
 * Ruemmler and Wilkes, "An introduction to disk drive modeling", IEEE Computer 27(3), 1994, without
 * its linear part for long distances.
 */
public final class HardDisk implements Medium {
  /**
   * The performance of a hard disk.
   *
   * @param capacityBytes over which its arm strokes
   * @param shortestSeekNs from a track to the next
   * @param longestSeekNs over the whole disk; a seek takes the shortest and a part of the
   *     difference that grows with the square root of the distance
   * @param rotationNs of one turn; a request waits for half of one on average
   * @param outerBytesPerSec how fast it reads and writes where addresses begin
   * @param innerBytesPerSec how fast where they end
   * @param flushNs for the order to keep what was written, which was paid for by the writes
   */
  public record Spec(
      long capacityBytes,
      long shortestSeekNs,
      long longestSeekNs,
      long rotationNs,
      long outerBytesPerSec,
      long innerBytesPerSec,
      long flushNs) {

    /** How fast it is at {@code offset}: zones have less the farther inside they are. */
    double bytesPerSecAt(long offset) {
      double share = Math.min(1, (double) offset / capacityBytes);
      return outerBytesPerSec + share * (innerBytesPerSec - outerBytesPerSec);
    }

    double seekNs(long distanceBytes) {
      double share = Math.min(1, (double) distanceBytes / capacityBytes);
      return shortestSeekNs + (longestSeekNs - shortestSeekNs) * Math.sqrt(share);
    }
  }

  private static final double NS_PER_SEC = 1e9;

  private final Spec spec;
  private final SplittableRandom rotation;
  private long headOffset;
  private long freeNs = Long.MIN_VALUE;

  public HardDisk(Spec spec, long seed) {
    this.spec = spec;
    this.rotation = new SplittableRandom(seed);
  }

  @Override
  public long freeNs() {
    return freeNs;
  }

  @Override
  public boolean continues(IoRequest request) {
    return request.kind() != IoKind.FLUSH && request.offset() == headOffset;
  }

  @Override
  public long serve(IoRequest request, long beginNs, double slowness) {
    freeNs = beginNs + Math.round(slowness * durationNs(request));
    return freeNs;
  }

  private double durationNs(IoRequest request) {
    if (request.kind() == IoKind.FLUSH) {
      return spec.flushNs();
    }
    double bytesPerSec = spec.bytesPerSecAt(request.offset());
    double positioningNs = positioningNs(request.offset() - headOffset, bytesPerSec);
    headOffset = request.end();
    return positioningNs + request.lengthBytes() / bytesPerSec * NS_PER_SEC;
  }

  private double positioningNs(long distance, double bytesPerSec) {
    if (distance == 0) {
      return 0;
    }
    double passingNs = distance < 0 ? Double.MAX_VALUE : distance / bytesPerSec * NS_PER_SEC;
    // No seek, and no random draw: the sector passes under the head anyway.
    if (passingNs < spec.shortestSeekNs()) {
      return passingNs;
    }
    double seekNs = spec.seekNs(Math.abs(distance)) + rotation.nextDouble() * spec.rotationNs();
    return Math.min(passingNs, seekNs);
  }
}
