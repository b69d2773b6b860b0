package org.tieredhdfs.mover.api;

import java.util.List;

/**
 * The result for one file.
 *
 * @param path its path when the request found it
 * @param replicasMoved how many replicas have a new place that the NameNode knows, the old one gone
 * @param bytesMoved their bytes
 * @param failures blocks that were given up, the first {@value #MAX_FAILURES}
 * @param failedBlocks how many blocks were given up
 */
public record FileResult(
    long inodeId,
    String path,
    FileOutcome outcome,
    long replicasMoved,
    long bytesMoved,
    List<BlockFailure> failures,
    int failedBlocks) {
  public static final int MAX_FAILURES = 100;

  public FileResult {
    failures = List.copyOf(failures);
  }

  /** The result for a file without moved or failed blocks. */
  public static FileResult untouched(long inodeId, String path, FileOutcome outcome) {
    return new FileResult(inodeId, path, outcome, 0, 0, List.of(), 0);
  }

  /** Whether nothing is left to do, because it needs or gets no move. */
  public boolean isGood() {
    return outcome == FileOutcome.IN_PLACE
        || outcome == FileOutcome.MOVED
        || outcome == FileOutcome.LEFT_OUT
        || outcome == FileOutcome.GONE;
  }
}
