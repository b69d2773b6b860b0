package org.tieredhdfs.mover.plan;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;

/**
 * A DataNode as the planner sees it.
 *
 * @param id the DataNode's UUID
 * @param rack the rack it stands in, with all levels above
 * @param nodeGroup its node group within the rack; its own id in a cluster without node groups
 * @param upgradeDomain its upgrade domain; its own id where none is given
 * @param inService whether it takes blocks: neither decommissioning, nor in maintenance, nor dead
 * @param roomBytes per storage type, what the emptiest volume of that type can still hold
 */
public record NodeModel(
    String id,
    String rack,
    String nodeGroup,
    String upgradeDomain,
    boolean inService,
    Map<StorageType, Long> roomBytes) {

  public NodeModel {
    roomBytes = Map.copyOf(roomBytes);
  }

  /** Whether it has any volume of that type, full or not. */
  public boolean has(StorageType type) {
    return roomBytes.containsKey(type);
  }
}
