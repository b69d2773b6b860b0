package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * The writes of one thread to one table that wait to be sent together. What HBase refuses of them
 * is counted as errors of the operation that wrote it last.
 *
 * <p>Used by one thread.
 */
final class WriteBuffer {
  private final BufferedMutator mutator;
  private final long capacityBytes;
  private String operation = "INSERT";
  private long waitingBytes;
  private int refused;
  private @Nullable Throwable refusal;

  WriteBuffer(Connection connection, TableName table, long capacityBytes) throws IOException {
    this.capacityBytes = capacityBytes;
    this.mutator =
        connection.getBufferedMutator(
            new BufferedMutatorParams(table)
                // sends only on flush
                .writeBufferSize(Long.MAX_VALUE)
                .setWriteBufferPeriodicFlushTimeoutMs(0)
                .listener((failure, source) -> refused(failure)));
  }

  private void refused(RetriesExhaustedWithDetailsException failure) {
    refused += failure.getNumExceptions();
    refusal = failure.getCause(0);
  }

  /**
   * Takes a write in, and sends all if the buffer is full then.
   *
   * @throws IllegalArgumentException if the client itself refuses it, for its size
   * @throws IOException if writes that were sent failed
   */
  void add(String writtenBy, Mutation mutation) throws IOException {
    operation = writtenBy;
    mutator.mutate(mutation);
    waitingBytes += mutation.heapSize();
    if (waitingBytes >= capacityBytes) {
      // the caller reports one of them
      flush(1);
    }
  }

  private void flush(int reportedElsewhere) throws IOException {
    long startedNs = System.nanoTime();
    waitingBytes = 0;
    refused = 0;
    mutator.flush();
    long tookUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startedNs);
    Measurements measurements = Measurements.getMeasurements();
    measurements.measure(HBaseBinding.FLUSH, (int) Math.min(tookUs, Integer.MAX_VALUE));
    for (int i = reportedElsewhere; i < refused; i++) {
      measurements.reportStatus(operation, Status.ERROR);
    }
    if (refused > 0) {
      throw new IOException(refused + " buffered writes were lost", refusal);
    }
  }

  /** Sends what waits, and gives the resources back. */
  void close() throws IOException {
    try {
      if (waitingBytes > 0) {
        flush(0);
      }
    } finally {
      mutator.close();
    }
  }
}
