package org.tieredhdfs.mover.service;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.service.request.RequestProgress;
import org.tieredhdfs.mover.status.ServiceReport.Failure;

/** The totals of this instance since it became active, and its last failures. Thread-safe. */
final class ServiceTotals {
  private static final int MAX_FAILURES = 100;

  private final Map<FileOutcome, LongAdder> filesByOutcome = new EnumMap<>(FileOutcome.class);
  private final Map<Reason, LongAdder> blocksByReason = new EnumMap<>(Reason.class);
  private final LongAdder replicasMoved = new LongAdder();
  private final LongAdder bytesMoved = new LongAdder();
  private final MinuteRate rate = new MinuteRate(System.nanoTime());

  // guarded by itself
  private final ArrayDeque<Failure> lastFailures = new ArrayDeque<>();

  ServiceTotals() {
    for (FileOutcome outcome : FileOutcome.values()) {
      filesByOutcome.put(outcome, new LongAdder());
    }
    for (Reason reason : Reason.values()) {
      blocksByReason.put(reason, new LongAdder());
    }
  }

  void add(FileResult result) {
    // list first, so that a counted file is always listed
    list(result);
    requireNonNull(filesByOutcome.get(result.outcome())).increment();
    result
        .failures()
        .forEach(failure -> requireNonNull(blocksByReason.get(failure.reason())).increment());
    replicasMoved.add(result.replicasMoved());
    bytesMoved.add(result.bytesMoved());
    rate.add(result.bytesMoved(), System.nanoTime());
  }

  private void list(FileResult result) {
    boolean isOpenOnly =
        !result.failures().isEmpty()
            && result.failures().stream()
                .allMatch(failure -> failure.reason() == Reason.BEING_WRITTEN);
    if (result.outcome() == FileOutcome.INCOMPLETE && !isOpenOnly) {
      Failure failure = new Failure(System.currentTimeMillis(), RequestProgress.sentence(result));
      synchronized (lastFailures) {
        if (lastFailures.size() == MAX_FAILURES) {
          lastFailures.removeFirst();
        }
        lastFailures.addLast(failure);
      }
    }
  }

  Map<FileOutcome, Long> filesByOutcome() {
    return sums(filesByOutcome, FileOutcome.class);
  }

  Map<Reason, Long> blocksByReason() {
    return sums(blocksByReason, Reason.class);
  }

  private static <K extends Enum<K>> Map<K, Long> sums(Map<K, LongAdder> counts, Class<K> keys) {
    Map<K, Long> sums = new EnumMap<>(keys);
    counts.forEach((key, count) -> sums.put(key, count.sum()));
    return sums;
  }

  long replicasMoved() {
    return replicasMoved.sum();
  }

  long bytesMoved() {
    return bytesMoved.sum();
  }

  /** In the last minute. */
  long bytesPerSecond() {
    return rate.bytesPerSecond(System.nanoTime());
  }

  /** The last failures, the newest first. */
  List<Failure> lastFailures() {
    synchronized (lastFailures) {
      List<Failure> failures = new ArrayList<>(lastFailures);
      Collections.reverse(failures);
      return failures;
    }
  }
}
