package org.tieredhdfs.media.model;

/**
 * The performance of a hard disk.
 *
 * @param capacityBytes over which its arm strokes
 * @param shortestSeekNs from a track to the next
 * @param longestSeekNs over the whole disk; a seek takes the shortest and a part of the difference
 *     that grows with the square root of the distance
 * @param rotationNs of one turn; a request waits for half of one on average
 * @param outerBytesPerSec how fast it reads and writes where addresses begin
 * @param innerBytesPerSec how fast where they end
 * @param flushNs for the order to keep what was written, which was paid for by the writes
 */
public record HardDiskSpec(
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
