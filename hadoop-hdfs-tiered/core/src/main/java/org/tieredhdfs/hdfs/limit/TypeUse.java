package org.tieredhdfs.hdfs.limit;

import java.util.concurrent.atomic.LongAdder;

/** The users of one storage type's volumes, and how they were held back. Thread-safe. */
final class TypeUse {
  private static final long NANOS_PER_MS = 1_000_000;

  private final TransferSlots writers = new TransferSlots();
  private final TransferSlots readers = new TransferSlots();
  private final LongAdder throttleWaits = new LongAdder();
  private final LongAdder throttledNanos = new LongAdder();

  TransferSlots writers() {
    return writers;
  }

  TransferSlots readers() {
    return readers;
  }

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
