package org.tieredhdfs.mover.service;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.tieredhdfs.mover.FileOutcome;
import org.tieredhdfs.mover.FileResult;
import org.tieredhdfs.mover.Reason;

/** What this instance has done since it began to work, and its last failures. Thread-safe. */
final class ServiceTotals {
  private static final int MAX_FAILURES = 100;

  private final Map<FileOutcome, LongAdder> filesByOutcome = new EnumMap<>(FileOutcome.class);
  private final Map<Reason, LongAdder> blocksByReason = new EnumMap<>(Reason.class);
  private final LongAdder replicasMoved = new LongAdder();
  private final LongAdder bytesMoved = new LongAdder();

  // guarded by itself
  private final ArrayDeque<Failure> lastFailures = new ArrayDeque<>();

  /**
   * A file that was not brought to its policy.
   *
   * @param atMs when that was found, in milliseconds since 1970
   */
  record Failure(long atMs, String sentence) {}

  ServiceTotals() {
    for (FileOutcome outcome : FileOutcome.values()) {
      filesByOutcome.put(outcome, new LongAdder());
    }
    for (Reason reason : Reason.values()) {
      blocksByReason.put(reason, new LongAdder());
    }
  }

  void add(FileResult result) {
    count(filesByOutcome, result.outcome());
    result.failures().forEach(failure -> count(blocksByReason, failure.reason()));
    replicasMoved.add(result.replicasMoved());
    bytesMoved.add(result.bytesMoved());
    if (result.outcome() == FileOutcome.INCOMPLETE) {
      Failure failure = new Failure(System.currentTimeMillis(), Tally.sentence(result));
      synchronized (lastFailures) {
        if (lastFailures.size() == MAX_FAILURES) {
          lastFailures.removeFirst();
        }
        lastFailures.addLast(failure);
      }
    }
  }

  private static <K extends Enum<K>> void count(Map<K, LongAdder> counts, K key) {
    LongAdder count = counts.get(key);
    if (count != null) {
      count.increment();
    }
  }

  long files(FileOutcome outcome) {
    return sum(filesByOutcome, outcome);
  }

  /** How many files have ended, however. */
  long files() {
    return filesByOutcome.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long blocks(Reason reason) {
    return sum(blocksByReason, reason);
  }

  private static <K extends Enum<K>> long sum(Map<K, LongAdder> counts, K key) {
    LongAdder count = counts.get(key);
    return count == null ? 0 : count.sum();
  }

  long replicasMoved() {
    return replicasMoved.sum();
  }

  long bytesMoved() {
    return bytesMoved.sum();
  }

  /** The last failures, the oldest first. */
  List<Failure> lastFailures() {
    synchronized (lastFailures) {
      return new ArrayList<>(lastFailures);
    }
  }
}
