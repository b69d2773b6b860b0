package org.tieredhdfs.media.model;

/** A request without bytes. */
record Io(IoKind kind, long offset, int lengthBytes, long arrivedNs) implements IoRequest {
  static Io read(long offset, int lengthBytes) {
    return new Io(IoKind.READ, offset, lengthBytes, 0);
  }

  static Io write(long offset, int lengthBytes) {
    return new Io(IoKind.WRITE, offset, lengthBytes, 0);
  }

  static Io flush() {
    return new Io(IoKind.FLUSH, 0, 0, 0);
  }
}
