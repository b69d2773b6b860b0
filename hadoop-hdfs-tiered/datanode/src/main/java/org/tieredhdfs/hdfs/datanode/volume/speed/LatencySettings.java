package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * The constants of the latency-aware policy; the keys of volume choice describe them.
 *
 * @param halfLifeSec after which what was seen of a volume counts half
 * @param tolerance by which volumes may differ and count as equal, a share
 * @param dropFactor how many times as slow as its peers a volume drops out
 * @param recoverFactor how many times as slow one on trial may be to have recovered
 * @param spaceWeight how much free space counts
 * @param openLimitNanos after which an open block counts for nothing
 */
public record LatencySettings(
    double halfLifeSec,
    double tolerance,
    double dropFactor,
    double recoverFactor,
    double spaceWeight,
    long openLimitNanos) {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  /** Of volumes that are only measured. */
  public static final LatencySettings DROPS_NOBODY =
      new LatencySettings(15, 0.2, NEVER, NEVER, 0, Long.MAX_VALUE);
}
