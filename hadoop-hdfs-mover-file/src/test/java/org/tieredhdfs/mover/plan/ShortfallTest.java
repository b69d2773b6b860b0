package org.tieredhdfs.mover.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a replica finds no place that may not leave its rack, or its node. */
class ShortfallTest {
  private static final long BYTES = 100;

  private static NodeModel node(String id, String rack, Map<StorageType, Long> roomBytes) {
    return node(id, rack, true, roomBytes);
  }

  private static NodeModel node(
      String id, String rack, boolean inService, Map<StorageType, Long> roomBytes) {
    return new NodeModel(id, rack, id, id, inService, roomBytes);
  }

  /** The only one with SSD on its own rack is full or out of service, or there is none. */
  @ParameterizedTest
  @CsvSource({
    "SSD, 0, true, NO_SPACE",
    "SSD, 100, false, NO_SPACE",
    "DISK, 0, true, PLACEMENT_RULES",
    "DISK, 100, false, PLACEMENT_RULES"
  })
  void aDatanodeWhereTheReplicaCouldGoIsWaitedFor(
      StorageType type, long roomBytes, boolean inService, Shortfall expected) {
    Map<StorageType, Long> ssd = Map.of(StorageType.SSD, BYTES);
    NodeModel one = node("one", "/a", ssd);
    NodeModel other = node("other", "/b", Map.of(StorageType.DISK, BYTES));
    NodeModel free = node("free", "/a", ssd);
    NodeModel unfit = node("unfit", "/b", inService, Map.of(type, roomBytes));
    BlockModel block =
        new BlockModel(
            List.of(
                new ReplicaModel(one, StorageType.SSD, BYTES, false),
                new ReplicaModel(other, StorageType.DISK, BYTES, false)),
            List.of(StorageType.SSD, StorageType.SSD),
            false);
    BlockPlan plan = BlockPlanner.plan(block, new AnyTargets(List.of(one, other, free, unfit)));
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.shortfalls()).containsExactly(expected);
  }

  @Test
  void aTypeThatOnlyADatanodeOutOfServiceHasIsNotThere() {
    NodeModel holder = node("holder", "/a", Map.of(StorageType.DISK, BYTES));
    NodeModel resting = node("resting", "/a", false, Map.of(StorageType.SSD, BYTES));
    assertThat(shortfalls(holder, false, resting)).containsExactly(Shortfall.NO_STORAGE_OF_TYPE);
  }

  /** A replica that may not leave its node waits for the node's own medium, if there is one. */
  @ParameterizedTest
  @CsvSource({"SSD, NO_SPACE", "ARCHIVE, PINNED"})
  void aPinnedReplicaWaitsForRoomOnItsOwnNode(StorageType other, Shortfall expected) {
    NodeModel holder = node("holder", "/a", Map.of(StorageType.DISK, BYTES, other, 0L));
    NodeModel free = node("free", "/a", Map.of(StorageType.SSD, BYTES));
    assertThat(shortfalls(holder, true, free)).containsExactly(expected);
  }

  /** Those of a block with one replica on DISK that is wanted on SSD. */
  private static Set<Shortfall> shortfalls(NodeModel holder, boolean isPinned, NodeModel other) {
    BlockModel block =
        new BlockModel(
            List.of(new ReplicaModel(holder, StorageType.DISK, BYTES, isPinned)),
            List.of(StorageType.SSD),
            false);
    BlockPlan plan = BlockPlanner.plan(block, new AnyTargets(List.of(holder, other)));
    assertThat(plan.moves()).isEmpty();
    return plan.shortfalls();
  }
}
