package org.tieredhdfs.media.device;

/**
 * The round trip to a device on this machine; replies are sent earlier by this time.
 *
 * @param requestNs of each request, in nanoseconds; not below 0
 * @param byteNs of each byte of it; not below 0
 */
public record Overhead(double requestNs, double byteNs) {
  /** Nothing to make up for. */
  public static final Overhead NONE = new Overhead(0, 0);

  public Overhead {
    if (!(requestNs >= 0 && byteNs >= 0)) {
      throw new IllegalArgumentException(
          "overhead: " + requestNs + " ns and " + byteNs + " ns a byte; none may be below 0");
    }
  }

  /**
   * That of a machine on which small and large requests take so long at a medium that takes no
   * time.
   */
  public static Overhead of(double smallNs, int smallBytes, double largeNs, int largeBytes) {
    double byteNs = Math.max(0, (largeNs - smallNs) / (largeBytes - smallBytes));
    return new Overhead(Math.max(0, smallNs - byteNs * smallBytes), byteNs);
  }

  /** Nanoseconds of a request of so many bytes. */
  public long ofBytes(int lengthBytes) {
    return Math.round(requestNs + byteNs * lengthBytes);
  }
}
