package org.tieredhdfs.mover.plan;

/** Why a block cannot be brought to where its policy says. */
public enum Shortfall {
  NO_STORAGE_OF_TYPE("no DataNode in service has storage of a type that the policy names"),
  NO_SPACE("no volume of the type has room for the block"),
  NODES_TAKEN("each DataNode with the type holds a replica of the block already"),
  PLACEMENT_RULES("it would leave the block on fewer racks, node groups or upgrade domains"),
  PINNED("the replica is pinned to its DataNode, which has no room on the type"),
  NODE_OUT_OF_SERVICE("the replica is on a DataNode that is decommissioning or in maintenance"),
  IMMOVABLE_TYPE("the replica is on a storage type from which blocks are not moved");

  private final String meaning;

  Shortfall(String meaning) {
    this.meaning = meaning;
  }

  /** What it means, half a sentence. */
  public String meaning() {
    return meaning;
  }
}
