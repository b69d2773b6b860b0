package org.tieredhdfs.mover.api;

import org.tieredhdfs.mover.plan.Shortfall;

/** Why a block, or a whole file, is not in place. */
public enum Reason {
  NO_STORAGE_OF_TYPE(Shortfall.NO_STORAGE_OF_TYPE.meaning()),
  NO_SPACE(Shortfall.NO_SPACE.meaning()),
  NODES_TAKEN(Shortfall.NODES_TAKEN.meaning()),
  PLACEMENT_RULES(Shortfall.PLACEMENT_RULES.meaning()),
  PINNED(Shortfall.PINNED.meaning()),
  NODE_OUT_OF_SERVICE(Shortfall.NODE_OUT_OF_SERVICE.meaning()),
  IMMOVABLE_TYPE(Shortfall.IMMOVABLE_TYPE.meaning()),
  BEING_WRITTEN("the block is still being written"),
  MISSING("no live DataNode has a replica of the block"),
  CORRUPT("all replicas of the block are corrupt"),
  SUPERFLUOUS_REPLICAS("the NameNode did not remove superfluous replicas in time"),
  UPGRADING("HDFS is being upgraded, and its DataNodes would keep the replica that moves away"),
  NOT_CONFIRMED("the NameNode did not learn of the new replica in time"),
  TRANSFER_FAILED("DataNodes failed to move the replica"),
  POLICY_NOT_FOR_ERASURE_CODING("HDFS does not use this policy for erasure-coded files"),
  UNKNOWN_POLICY("the NameNode does not know the policy of the file"),
  NO_PERMISSION("permission denied by the NameNode"),
  NAMENODE_FAILED("a call to the NameNode failed");

  private final String meaning;

  Reason(String meaning) {
    this.meaning = meaning;
  }

  /** What it means, half a sentence. */
  public String meaning() {
    return meaning;
  }

  /** The reason for a planner's shortfall, which has the same name. */
  public static Reason of(Shortfall shortfall) {
    return valueOf(shortfall.name());
  }
}
