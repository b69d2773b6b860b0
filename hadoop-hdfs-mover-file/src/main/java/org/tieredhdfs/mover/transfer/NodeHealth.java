package org.tieredhdfs.mover.transfer;

import java.util.HashMap;
import java.util.Map;

/**
 * The DataNodes that failed or were busy recently, and the end of their pause.
 *
 * <p>Used under the lock of its owner; holds one entry for each node that failed since it last did
 * well.
 */
final class NodeHealth {
  private record Illness(int failures, long untilNs) {}

  private static final long NANOS_PER_MS = 1_000_000;

  private final Backoff backoff;
  private final Map<String, Illness> ill = new HashMap<>();

  NodeHealth(Backoff backoff) {
    this.backoff = backoff;
  }

  void failed(String node, long nowNs) {
    Illness before = ill.get(node);
    int failures = before == null ? 1 : before.failures() + 1;
    // moves that began together and failed count as one failure
    if (before != null && before.untilNs() - nowNs > 0) {
      failures = before.failures();
    }
    ill.put(node, new Illness(failures, nowNs + backoff.afterFailuresMs(failures) * NANOS_PER_MS));
  }

  void didWell(String node) {
    ill.remove(node);
  }

  /** The rest of the node's pause; 0 if there is none. */
  long waitNs(String node, long nowNs) {
    Illness illness = ill.get(node);
    return illness == null ? 0 : Math.max(0, illness.untilNs() - nowNs);
  }
}
