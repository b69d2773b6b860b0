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
  private static final double NS_PER_SEC = 1e9;

  private final HardDiskSpec spec;
  private final SplittableRandom rotation;
  private long headOffset;
  private long freeNs = Long.MIN_VALUE;

  public HardDisk(HardDiskSpec spec, long seed) {
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
