package org.tieredhdfs.mover.service.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CountProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/** The work done so far for one request. Thread-safe. */
public final class RequestProgress {
  private static final int MAX_FAILURES = 20;
  private static final int MAX_FAILURE_CHARS = 500;

  private final Map<String, Long> filesByOutcome = new TreeMap<>();
  private final Map<String, Long> blocksByReason = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private long filesFound;
  private long replicasMoved;
  private long bytesMoved;
  private @Nullable QueuedRequest cancelled;
  private boolean hasGivenUp;

  /** Notes that a request was cancelled, once. */
  public synchronized void cancel(QueuedRequest request) {
    if (cancelled == null) {
      cancelled = request;
    }
  }

  /** The request that was cancelled; null if none was. */
  public synchronized @Nullable QueuedRequest cancelled() {
    return cancelled;
  }

  public synchronized boolean isCancelled() {
    return cancelled != null;
  }

  /** Notes whether a part of it has given files up; it stays so. */
  public synchronized void hasGivenUp(boolean gaveUp) {
    hasGivenUp |= gaveUp;
  }

  public synchronized boolean hasGivenUp() {
    return hasGivenUp;
  }

  /** Adds a file that was given up before the service was restarted. */
  public synchronized void gaveUpBefore(GivenUp file) {
    hasGivenUp = true;
    filesFound++;
    add(filesByOutcome, FileOutcome.INCOMPLETE.name(), 1);
    addFailure(file.path() + ": " + file.reason());
  }

  /** Adds a finished file. */
  public synchronized void finished(FileResult file) {
    add(filesByOutcome, file.outcome().name(), 1);
    file.failures().forEach(failure -> add(blocksByReason, failure.reason().name(), 1));
    if (!file.isGood()) {
      addFailure(sentence(file));
    }
  }

  /** Adds counts of files and bytes found and moved. */
  public synchronized void add(MoveProgress progress) {
    addMoved(progress);
    filesFound += progress.filesFound();
  }

  /** Adds an error of the request itself. */
  public synchronized void add(List<String> errors) {
    errors.forEach(this::addFailure);
  }

  /** Adds what was moved for a part that will be rechecked completely. */
  public synchronized void addMoved(MoveProgress progress) {
    replicasMoved += progress.replicasMoved();
    bytesMoved += progress.bytesMoved();
  }

  /** Removes waiting files, because they will be found again. */
  public synchronized void leaveOut(int files) {
    filesFound -= files;
  }

  public synchronized void add(RequestProgress other) {
    RequestStatusProto.Builder copy = RequestStatusProto.newBuilder();
    other.writeTo(copy);
    filesFound += copy.getFilesFound();
    replicasMoved += copy.getReplicasMoved();
    bytesMoved += copy.getBytesMoved();
    copy.getFilesByOutcomeList().forEach(one -> add(filesByOutcome, one.getName(), one.getCount()));
    copy.getBlocksByReasonList().forEach(one -> add(blocksByReason, one.getName(), one.getCount()));
    copy.getFailuresList().forEach(this::addFailure);
  }

  private static void add(Map<String, Long> counts, String key, long count) {
    counts.merge(key, count, Long::sum);
  }

  private void addFailure(String failure) {
    if (failures.size() < MAX_FAILURES) {
      failures.add(
          failure.length() > MAX_FAILURE_CHARS
              ? failure.substring(0, MAX_FAILURE_CHARS) + "..."
              : failure);
    }
  }

  /** One line about a file that failed. */
  public static String sentence(FileResult file) {
    List<BlockFailure> failures = file.failures();
    String outcome = file.outcome().name().toLowerCase(Locale.ROOT);
    return file.path() + ": " + (failures.isEmpty() ? outcome : failures.get(0).describe());
  }

  public synchronized void writeTo(RequestStatusProto.Builder status) {
    status
        .setFilesFound(Math.max(0, filesFound))
        .setReplicasMoved(replicasMoved)
        .setBytesMoved(bytesMoved);
    filesByOutcome.forEach((name, count) -> status.addFilesByOutcome(count(name, count)));
    blocksByReason.forEach((name, count) -> status.addBlocksByReason(count(name, count)));
    status.addAllFailures(failures);
  }

  private static CountProto count(String name, long count) {
    return CountProto.newBuilder().setName(name).setCount(count).build();
  }
}
