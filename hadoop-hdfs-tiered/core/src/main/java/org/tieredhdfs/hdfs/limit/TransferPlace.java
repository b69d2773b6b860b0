package org.tieredhdfs.hdfs.limit;

import java.util.function.LongSupplier;

/** What one transfer holds of the bound of its storage type, until it is closed. For one thread. */
public final class TransferPlace implements AutoCloseable {
  private final TransferSlots slots;
  private boolean isHeld;

  TransferPlace(TransferSlots slots) {
    this.slots = slots;
  }

  /** Whether the place was got in time. */
  boolean tryTake(LongSupplier bound, long waitMs) throws InterruptedException {
    isHeld = slots.tryBegin(bound, waitMs);
    return isHeld;
  }

  void takeAnyhow() {
    slots.begin();
    isHeld = true;
  }

  /** Gives the place back, once. */
  @Override
  public void close() {
    if (isHeld) {
      isHeld = false;
      slots.end();
    }
  }
}
