package org.tieredhdfs.media.model;

/**
 * A bandwidth that several devices share: the eight drives of the study were held to 1,536 MB/s by
 * theirs.
 *
 * <p>Thread-safe.
 */
public final class Controller {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private final long bytesPerSec;
  private long transferredNs = Long.MIN_VALUE;

  private Controller(long bytesPerSec) {
    this.bytesPerSec = bytesPerSec;
  }

  /**
   * @param bytesPerSec of all devices at it together; above 0
   */
  public static Controller of(long bytesPerSec) {
    if (bytesPerSec <= 0) {
      throw new IllegalArgumentException(
          "bandwidth of a controller: " + bytesPerSec + " is not above 0");
    }
    return new Controller(bytesPerSec);
  }

  /** One that limits nothing. */
  public static Controller unlimited() {
    return new Controller(NO_LIMIT);
  }

  /** Transfers {@code bytes} after what it was given before; returns when it is done. */
  synchronized long transfer(int bytes, long beginNs, double slowness) {
    if (bytesPerSec == NO_LIMIT) {
      return beginNs;
    }
    transferredNs =
        Math.max(transferredNs, beginNs) + Math.round(slowness * 1e9 * bytes / bytesPerSec);
    return transferredNs;
  }
}
