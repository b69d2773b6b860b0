package org.tieredhdfs.mover;

import java.util.Map;

/**
 * How far a request has come, at one moment.
 *
 * @param filesFound files found so far
 * @param isAllFound whether there will be no more
 * @param filesByOutcome how many files have ended, by what came of them
 * @param replicasMoved replicas that have found their place
 * @param bytesMoved their bytes
 * @param blocksByReason how many blocks were given up, by reason; of a file with very many, the
 *     first ones
 * @param elapsedMs how long the request has been worked on
 * @param isEnded whether all is done
 */
public record MoveProgress(
    long filesFound,
    boolean isAllFound,
    Map<FileOutcome, Long> filesByOutcome,
    long replicasMoved,
    long bytesMoved,
    Map<Reason, Long> blocksByReason,
    long elapsedMs,
    boolean isEnded) {

  public MoveProgress {
    filesByOutcome = Map.copyOf(filesByOutcome);
    blocksByReason = Map.copyOf(blocksByReason);
  }

  public long filesEnded() {
    return filesByOutcome.values().stream().mapToLong(Long::longValue).sum();
  }

  public long files(FileOutcome outcome) {
    return filesByOutcome.getOrDefault(outcome, 0L);
  }
}
