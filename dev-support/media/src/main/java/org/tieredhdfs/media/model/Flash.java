package org.tieredhdfs.media.model;

import java.util.PriorityQueue;

/**
 * A device without moving parts: several requests at a time, each with its latency, all sharing one
 * bandwidth and, where they have one, a controller with the devices beside it.
 */
public final class Flash implements Medium {
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
  public record Spec(
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

  private final Spec spec;
  private final Controller controller;
  private final PriorityQueue<Long> endsNs = new PriorityQueue<>();
  private long transferredNs = Long.MIN_VALUE;

  /**
   * @param controller what it shares with others, or {@link Controller#unlimited}
   */
  public Flash(Spec spec, Controller controller) {
    this.spec = spec;
    this.controller = controller;
  }

  @Override
  public long freeNs() {
    Long earliest = endsNs.peek();
    return earliest == null || endsNs.size() < spec.atOnce() ? Long.MIN_VALUE : earliest;
  }

  @Override
  public boolean continues(IoRequest request) {
    return false;
  }

  @Override
  public long serve(IoRequest request, long beginNs, double slowness) {
    while (!endsNs.isEmpty() && endsNs.peek() <= beginNs) {
      endsNs.poll();
    }
    long latencyNs = Math.round(slowness * spec.latencyNs(request.kind()));
    long transferNs = Math.round(slowness * spec.transferNs(request));
    transferredNs = Math.max(transferredNs, beginNs) + transferNs;
    long controlledNs = controller.transfer(request.lengthBytes(), beginNs, slowness);
    long aloneNs = beginNs + latencyNs + transferNs;
    long endNs = Math.max(aloneNs, Math.max(transferredNs, controlledNs));
    endsNs.add(endNs);
    return endNs;
  }
}
