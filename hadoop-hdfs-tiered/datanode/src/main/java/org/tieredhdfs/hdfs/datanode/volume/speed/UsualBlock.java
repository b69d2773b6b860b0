package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * What a block of a storage type usually is like, by those that were closed lately.
 *
 * <p>Both figures are means weighted by bytes: a block that is found open is a large one more often
 * than not, because large ones are open for longer (the inspection paradox of renewal theory). So a
 * flood of tiny blocks does not make a large one look nearly done.
 *
 * @param bytes its size; infinite while none is known
 * @param waitSec how long its writer waits for the volume, all its writes and syncs together
 */
public record UsualBlock(double bytes, double waitSec) {
  /** With less, writers that only fill the page cache would count for nothing. */
  private static final double LEAST_WAIT_SEC = 1;

  /** Before any block was closed. */
  public static final UsualBlock UNKNOWN = new UsualBlock(Double.POSITIVE_INFINITY, 0);

  public UsualBlock {
    waitSec = Math.max(LEAST_WAIT_SEC, waitSec);
  }
}
