package org.tieredhdfs.mover.api;

import java.util.Map;

/**
 * A snapshot of a request's progress.
 *
 * @param filesFound files found so far
 * @param isAllFound whether there will be no more
 * @param filesByOutcome the number of finished files by outcome
 * @param replicasMoved replicas that have found their place
 * @param bytesMoved their bytes
 * @param blocksByReason how many blocks were given up, by reason; of a file with very many, the
 *     first ones
 * @param elapsedMs how long the request has been worked on
 * @param isEnded whether all is done
 * @param bytesFound the bytes of all replicas of the files found so far; 0 if that is not known
 * @param bytesDone those of them that need no more work: of files that have ended, and replicas
 *     moved of the others
 */
public record MoveProgress(
    long filesFound,
    boolean isAllFound,
    Map<FileOutcome, Long> filesByOutcome,
    long replicasMoved,
    long bytesMoved,
    Map<Reason, Long> blocksByReason,
    long elapsedMs,
    boolean isEnded,
    long bytesFound,
    long bytesDone) {

  public MoveProgress {
    filesByOutcome = Map.copyOf(filesByOutcome);
    blocksByReason = Map.copyOf(blocksByReason);
  }

  /** The completed share, from 0 to 1: by bytes, or by files if no bytes are known. */
  public double share() {
    if (isEnded) {
      return 1;
    }
    double done = bytesFound > 0 ? bytesDone : filesEnded();
    double all = bytesFound > 0 ? bytesFound : filesFound;
    return all == 0 ? 0 : Math.min(1, done / all);
  }

  public long filesEnded() {
    return filesByOutcome.values().stream().mapToLong(Long::longValue).sum();
  }

  public long files(FileOutcome outcome) {
    return filesByOutcome.getOrDefault(outcome, 0L);
  }
}
