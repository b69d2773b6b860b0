package org.tieredhdfs.media.model;

/** A request as a medium sees it. */
public interface IoRequest {
  IoKind kind();

  /** Where its range begins, in bytes from the start of the device; 0 for a flush. */
  long offset();

  /** How many bytes it reads or writes; 0 for a flush. */
  int lengthBytes();

  /** When it reached the device, in nanoseconds of the caller's clock. */
  long arrivedNs();

  /** Where its range ends, exclusive. */
  default long end() {
    return offset() + lengthBytes();
  }
}
