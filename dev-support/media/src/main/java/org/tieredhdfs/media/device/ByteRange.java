package org.tieredhdfs.media.device;

/**
 * A range of a device.
 *
 * @param from its first byte
 * @param to its end, exclusive; not below {@code from}
 */
public record ByteRange(long from, long to) {
  /** No byte at all. */
  public static final ByteRange NONE = new ByteRange(0, 0);

  public ByteRange {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("range of a device: " + from + " to " + to + " is none");
    }
  }

  boolean overlaps(long otherFrom, long otherTo) {
    return from < otherTo && otherFrom < to;
  }
}
