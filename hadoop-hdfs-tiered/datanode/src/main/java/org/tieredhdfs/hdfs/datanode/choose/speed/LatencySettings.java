package org.tieredhdfs.hdfs.datanode.choose.speed;

/**
 * The constants of the latency-aware policy; the keys of volume choice describe them.
 *
 * @param halfLifeSec after which what was seen of a volume counts half
 * @param tolerance by which volumes may differ and count as equal, a share
 * @param dropFactor how many times as slow as its peers a volume drops out
 * @param recoverFactor how many times as slow its probes may be for it to come back
 * @param probeIntervalNanos how often a type is probed of which a volume dropped out
 * @param spaceWeight how much free space counts
 * @param openLimitNanos after which an open block counts for nothing
 */
public record LatencySettings(
    double halfLifeSec,
    double tolerance,
    double dropFactor,
    double recoverFactor,
    long probeIntervalNanos,
    double spaceWeight,
    long openLimitNanos) {}
