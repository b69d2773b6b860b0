package org.tieredhdfs.mover.transfer;

/**
 * Exponential backoff with a limit.
 *
 * @param firstMs the delay after the first failure
 * @param longestMs the limit
 */
public record Backoff(long firstMs, long longestMs) {
  private static final int MAX_DOUBLINGS = 40;

  /** The delay after so many failures in a row, one or more. */
  public long afterFailuresMs(int failures) {
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    long delayMs = firstMs;
    for (int i = 0; i < doublings && delayMs < longestMs; i++) {
      delayMs *= 2;
    }
    return Math.min(delayMs, longestMs);
  }
}
