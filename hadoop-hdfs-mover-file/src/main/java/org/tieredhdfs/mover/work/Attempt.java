package org.tieredhdfs.mover.work;

import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.transfer.Transfer;
import org.tieredhdfs.mover.transfer.TransferOutcome;

/** One attempt to move a replica, from the queue to the NameNode's knowledge of it. */
final class Attempt {

  /** The stage of the attempt. */
  enum Stage {
    /** Queued or running. */
    ON_THE_WAY,
    /** The DataNode has the replica, the NameNode does not know. */
    UNKNOWN_TO_NAMENODE,
    /** The NameNode knows the new replica and still has the old one. */
    OLD_REPLICA_THERE,
    /** The new replica is known and the old one is gone. */
    DONE,
    /** It failed. */
    FAILED
  }

  private final Transfer transfer;
  private volatile @Nullable TransferOutcome outcome;
  private volatile long endedAtNs;

  Attempt(Transfer transfer) {
    this.transfer = transfer;
  }

  Transfer transfer() {
    return transfer;
  }

  /** Records the outcome of the transfer; called by another thread. */
  void ended(TransferOutcome result) {
    endedAtNs = System.nanoTime();
    outcome = result;
  }

  /** The outcome of the transfer; null while it is queued or running. */
  @Nullable TransferOutcome outcome() {
    return outcome;
  }

  boolean hasEnded() {
    return outcome != null;
  }

  /** How long ago the transfer ended. */
  long endedSinceNs(long nowNs) {
    return nowNs - endedAtNs;
  }

  /** The stage, according to the replicas that the NameNode reports. */
  Stage stage(DatanodeInfoWithStorage[] replicas) {
    TransferOutcome result = outcome;
    if (result == null) {
      return Stage.ON_THE_WAY;
    }
    if (result.kind() != TransferOutcome.Kind.DONE) {
      return Stage.FAILED;
    }
    boolean isNewThere = false;
    boolean isOldThere = false;
    for (DatanodeInfoWithStorage replica : replicas) {
      String node = replica.getDatanodeUuid();
      isOldThere |=
          node.equals(transfer.source().getDatanodeUuid())
              && replica.getStorageID().equals(transfer.sourceVolume());
      isNewThere |=
          node.equals(transfer.target().getDatanodeUuid())
              && replica.getStorageType() == transfer.type();
    }
    if (!isNewThere) {
      return Stage.UNKNOWN_TO_NAMENODE;
    }
    return isOldThere ? Stage.OLD_REPLICA_THERE : Stage.DONE;
  }
}
