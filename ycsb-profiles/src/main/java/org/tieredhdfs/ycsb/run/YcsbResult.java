package org.tieredhdfs.ycsb.run;

import java.util.List;
import java.util.Optional;

/**
 * The result of a YCSB run.
 *
 * @param runTimeMs from the start of its threads to the end of the last, buffers flushed
 * @param opsPerSec operations a second over all that time
 * @param expectedOps operations that it was to do
 * @param skippedOps those that it never came to, because threads failed or gave up
 * @param operations what was measured of each kind of operation
 * @param throughput the throughput over time
 * @param firstFailure the first line of its output that speaks of a failure
 */
public record YcsbResult(
    double runTimeMs,
    double opsPerSec,
    long expectedOps,
    long skippedOps,
    List<OperationResult> operations,
    List<ThroughputPoint> throughput,
    Optional<String> firstFailure) {

  public YcsbResult {
    operations = List.copyOf(operations);
    throughput = List.copyOf(throughput);
  }

  /** Operations that failed or were never tried: a run is good if there are none. */
  public long errors() {
    return skippedOps + operations.stream().mapToLong(OperationResult::failed).sum();
  }
}
