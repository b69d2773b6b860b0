package org.tieredhdfs.mover.plan;

/** Why a block cannot be brought in place. */
public enum Shortfall {
  NO_STORAGE_OF_TYPE("no DataNode in service has storage of the policy's type"),
  NO_SPACE("volumes of the type to which the block may go have no room"),
  NODES_TAKEN("every DataNode with the type already has a replica of the block"),
  PLACEMENT_RULES("the move would leave the block on fewer racks, node groups or upgrade domains"),
  PINNED("the replica is pinned to its DataNode, which has no storage of the type"),
  NODE_OUT_OF_SERVICE("the replica is on a DataNode that is decommissioning or in maintenance"),
  IMMOVABLE_TYPE("blocks are never moved off the replica's storage type");

  private final String meaning;

  Shortfall(String meaning) {
    this.meaning = meaning;
  }

  /** What it means, half a sentence. */
  public String meaning() {
    return meaning;
  }
}
