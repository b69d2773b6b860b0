package org.tieredhdfs.mover.work;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.transfer.Transfer;

/** The failures of one block so far, and the time of its next attempt. Used by one thread. */
final class BlockRetries {
  /** So many times as often as it may fail, a block may meet busy nodes. */
  private static final int BUSY_FACTOR = 20;

  private final WorkSettings settings;
  private final Set<String> pinnedOn = new HashSet<>();
  private final Set<String> failedPlaces = new HashSet<>();
  private final Map<String, Integer> failuresBySource = new HashMap<>();
  private int failures;
  private int timesBusy;
  private long notBeforeNs;
  private boolean mustWait;
  private Reason reason = Reason.TRANSFER_FAILED;
  private String detail = "";

  BlockRetries(WorkSettings settings) {
    this.settings = settings;
  }

  void failed(Reason why, String words, long nowNs) {
    failures++;
    waitAfter(failures, why, words, nowNs);
  }

  /** Remembers a place that failed, to try others first, and the node that was read from. */
  void failedAt(Transfer transfer) {
    failedPlaces.add(LiveTargets.place(transfer.target().getDatanodeUuid(), transfer.type()));
    failuresBySource.merge(transfer.copyFrom().getDatanodeUuid(), 1, Integer::sum);
  }

  /** How often reading the block from a node failed. */
  int failuresFrom(String node) {
    return failuresBySource.getOrDefault(node, 0);
  }

  void wasBusy(String words, long nowNs) {
    timesBusy++;
    waitAfter(Math.min(timesBusy, 4), Reason.TRANSFER_FAILED, words, nowNs);
  }

  void isPinnedOn(String node) {
    pinnedOn.add(node);
  }

  private void waitAfter(int tries, Reason why, String words, long nowNs) {
    reason = why;
    detail = words;
    mustWait = true;
    long delayMs = settings.backoff().afterFailuresMs(tries);
    notBeforeNs = nowNs + TimeUnit.MILLISECONDS.toNanos(delayMs);
  }

  boolean areUsedUp() {
    return failures >= settings.attempts() || timesBusy >= settings.attempts() * BUSY_FACTOR;
  }

  /** How long to wait before the next try. */
  long waitNs(long nowNs) {
    return mustWait ? Math.max(0, notBeforeNs - nowNs) : 0;
  }

  Set<String> pinnedOn() {
    return pinnedOn;
  }

  Set<String> failedPlaces() {
    return failedPlaces;
  }

  /** Lets places that failed be tried again. */
  void forgetPlaces() {
    failedPlaces.clear();
  }

  Reason reason() {
    return reason;
  }

  String detail() {
    return detail;
  }
}
