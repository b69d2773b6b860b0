package org.tieredhdfs.linux;

/**
 * How fast a block device may be, the same for reads and for writes.
 *
 * @param bytesPerSec bandwidth, 0 for no limit
 * @param iops operations per second, 0 for no limit
 */
public record DeviceLimits(long bytesPerSec, long iops) {
  public static final DeviceLimits NONE = new DeviceLimits(0, 0);

  public DeviceLimits {
    if (bytesPerSec < 0 || iops < 0) {
      throw new IllegalArgumentException(
          "a limit must not be negative: " + bytesPerSec + " bytes/s, " + iops + " IOPS");
    }
  }

  public boolean isNone() {
    return bytesPerSec == 0 && iops == 0;
  }

  @Override
  public String toString() {
    String bandwidth = bytesPerSec == 0 ? "any bandwidth" : Sizes.format(bytesPerSec) + "/s";
    return bandwidth + ", " + (iops == 0 ? "any" : Long.toString(iops)) + " IOPS";
  }
}
