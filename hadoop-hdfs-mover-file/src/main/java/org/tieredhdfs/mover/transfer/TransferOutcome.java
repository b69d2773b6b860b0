package org.tieredhdfs.mover.transfer;

/**
 * What came of a transfer.
 *
 * @param message what the DataNode or the network said, empty if all went well
 */
public record TransferOutcome(Kind kind, String message) {

  /** The kinds of outcome, by what has to follow. */
  public enum Kind {
    /** The DataNode has the replica; the NameNode will hear of it. */
    DONE,
    /** It failed and may succeed another time or elsewhere. */
    FAILED,
    /** The DataNode has too much to do; the same is tried later. */
    BUSY,
    /** The replica is pinned and may not leave its node. */
    PINNED,
    /** It was taken out of the queue before it began. */
    CANCELLED
  }

  static final TransferOutcome DONE = new TransferOutcome(Kind.DONE, "");
  static final TransferOutcome CANCELLED = new TransferOutcome(Kind.CANCELLED, "");
}
