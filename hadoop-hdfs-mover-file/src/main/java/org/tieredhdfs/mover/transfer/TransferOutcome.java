package org.tieredhdfs.mover.transfer;

/**
 * The outcome of a transfer.
 *
 * @param message the error of the DataNode or the network, empty on success
 */
public record TransferOutcome(Kind kind, String message) {

  /** The kinds of outcome, by what has to follow. */
  public enum Kind {
    /** The DataNode has the replica, and will report it to the NameNode. */
    DONE,
    /** It failed and may succeed another time or elsewhere. */
    FAILED,
    /** The DataNode is busy; the transfer is retried later. */
    BUSY,
    /** The replica is pinned and may not leave its node. */
    PINNED,
    /** It was removed from the queue before it started. */
    CANCELLED
  }

  static final TransferOutcome DONE = new TransferOutcome(Kind.DONE, "");
  static final TransferOutcome CANCELLED = new TransferOutcome(Kind.CANCELLED, "");
}
