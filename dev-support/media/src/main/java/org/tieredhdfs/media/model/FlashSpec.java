package org.tieredhdfs.media.model;

/**
 * The performance of a device without moving parts: flash, or memory behind a bus.
 *
 * @param atOnce how many requests it works on at a time
 * @param readLatencyNs before the first byte of a read comes
 * @param writeLatencyNs before a write is taken
 * @param readBytesPerSec of all reads together
 * @param writeBytesPerSec of all writes together
 * @param flushNs for the order to keep what was written
 */
public record FlashSpec(
    int atOnce,
    long readLatencyNs,
    long writeLatencyNs,
    long readBytesPerSec,
    long writeBytesPerSec,
    long flushNs) {

  long latencyNs(IoKind kind) {
    return switch (kind) {
      case READ -> readLatencyNs;
      case WRITE -> writeLatencyNs;
      case FLUSH -> flushNs;
    };
  }

  double transferNs(IoRequest request) {
    long bytesPerSec = request.kind() == IoKind.WRITE ? writeBytesPerSec : readBytesPerSec;
    return 1e9 * request.lengthBytes() / bytesPerSec;
  }
}
