package org.tieredhdfs.ycsb.run;

/**
 * YCSB's figures for one kind of operation.
 *
 * @param name YCSB's name in lower case: {@code insert}, {@code read}, {@code update}, {@code
 *     scan}, {@code delete}, {@code readModifyWrite}; {@code flush} for the sending of a buffer
 * @param count how many came back in order; the latencies are theirs
 * @param failed how many failed, buffered writes that failed later included
 * @param p50Us the median latency
 * @param p95Us the 95th percentile
 * @param p99Us the 99th percentile
 * @param maxUs the longest
 */
public record OperationResult(
    String name, long count, long failed, double p50Us, double p95Us, double p99Us, double maxUs) {}
