package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.tieredhdfs.hdfs.datanode.lock.BlockOperation.Kind;

/** The kinds of mutations of a block, by the method of the dataset that makes them. */
final class Mutations {
  static final Kind CREATE_RBW = plain("createRbw");
  static final Kind CREATE_TEMPORARY = stopping("createTemporary");
  static final Kind APPEND = plain("append");
  static final Kind RECOVER_RBW = stopping("recoverRbw");
  static final Kind RECOVER_APPEND = stopping("recoverAppend");
  static final Kind RECOVER_CLOSE = stopping("recoverClose");
  static final Kind INIT_RECOVERY = stopping("initReplicaRecovery");
  static final Kind UPDATE_RECOVERY = plain("updateReplicaUnderRecovery");
  static final Kind CONVERT = plain("convertTemporaryToRbw");
  static final Kind FINALIZE = plain("finalizeBlock");
  static final Kind UNFINALIZE = ending("unfinalizeBlock");
  static final Kind MOVE = plain("moveBlock");
  static final Kind MISSING = ending("invalidateMissingBlock");
  static final Kind REMOVE = ending("removeReplicaFromMem");
  static final Kind SCAN = plain("checkAndUpdate");
  static final Kind LAZY_PERSIST = ending("onCompleteLazyPersist");

  private Mutations() {}

  private static Kind plain(String name) {
    return new Kind(name, false, true);
  }

  /** Stock code stops and joins another writer of the block inside it. */
  private static Kind stopping(String name) {
    return new Kind(name, true, true);
  }

  /** Has to be done even by a thread that was told to stop. */
  private static Kind ending(String name) {
    return new Kind(name, false, false);
  }
}
