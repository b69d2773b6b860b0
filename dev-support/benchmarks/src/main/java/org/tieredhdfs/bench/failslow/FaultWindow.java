package org.tieredhdfs.bench.failslow;

/**
 * The times of a case, in microseconds since 1970.
 *
 * @param leadBeginUs from when on operations count, without a fault
 * @param faultBeginUs when the fault began
 * @param faultEndUs when it ended
 */
record FaultWindow(long leadBeginUs, long faultBeginUs, long faultEndUs) {

  /** Whether an operation lies wholly before the fault. */
  boolean isBefore(long beginUs, long endUs) {
    return beginUs >= leadBeginUs && endUs < faultBeginUs;
  }

  /** Whether an operation was under way during the fault. */
  boolean isDuring(long beginUs, long endUs) {
    return endUs >= faultBeginUs && beginUs <= faultEndUs;
  }

  /** Whether an operation was under way during the fault or came behind it. */
  boolean isSince(long endUs) {
    return endUs >= faultBeginUs;
  }
}
