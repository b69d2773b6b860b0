package org.tieredhdfs.mover;

import java.util.List;

/**
 * What was done for one file.
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

  /** Whether all blocks lie where the policy says, or there is no file any more. */
  public boolean isGood() {
    return outcome == FileOutcome.IN_PLACE
        || outcome == FileOutcome.MOVED
        || outcome == FileOutcome.GONE;
  }
}
