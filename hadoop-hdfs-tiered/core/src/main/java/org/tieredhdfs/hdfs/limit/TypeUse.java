package org.tieredhdfs.hdfs.limit;

import java.util.concurrent.atomic.LongAdder;

/** Counts how the users of one storage type were held back. Thread-safe. */
final class TypeUse {
  private static final long NANOS_PER_MS = 1_000_000;

  private final LongAdder throttleWaits = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();

  void throttled(long nanos) {
    throttleWaits.increment();
    throttledNanos.add(nanos);
  }

  long throttleWaits() {
    return throttleWaits.sum();
  }

  long throttledMs() {
    return throttledNanos.sum() / NANOS_PER_MS;
  }
}
