package org.tieredhdfs.media.model;

import java.util.PriorityQueue;

/**
 * A device without moving parts: several requests at a time, each with its latency, all sharing one
 * bandwidth and, where they have one, a controller with the devices beside it.
 */
public final class Flash implements Medium {
  private final FlashSpec spec;
  private final Controller controller;
  private final PriorityQueue<Long> endsNs = new PriorityQueue<>();
  private long transferredNs = Long.MIN_VALUE;

  /**
   * @param controller what it shares with others, or {@link Controller#unlimited}
   */
  public Flash(FlashSpec spec, Controller controller) {
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
