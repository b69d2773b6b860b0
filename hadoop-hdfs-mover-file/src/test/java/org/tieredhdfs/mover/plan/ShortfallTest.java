package org.tieredhdfs.mover.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a replica finds no place that may not leave its rack. */
class ShortfallTest {
  private static final long BYTES = 100;

  private static NodeModel node(String id, String rack, Map<StorageType, Long> roomBytes) {
    return new NodeModel(id, rack, id, id, true, roomBytes);
  }

  /** The only one with SSD on its own rack is full, or there is none. */
  @ParameterizedTest
  @CsvSource({"true, NO_SPACE", "false, PLACEMENT_RULES"})
  void aFullDatanodeWhereTheReplicaCouldGoIsWaitedFor(boolean isThere, Shortfall expected) {
    Map<StorageType, Long> ssd = Map.of(StorageType.SSD, BYTES);
    NodeModel one = node("one", "/a", ssd);
    NodeModel other = node("other", "/b", Map.of(StorageType.DISK, BYTES));
    NodeModel free = node("free", "/a", ssd);
    NodeModel full =
        node("full", "/b", isThere ? Map.of(StorageType.SSD, 0L) : Map.of(StorageType.DISK, 0L));
    BlockModel block =
        new BlockModel(
            List.of(
                new ReplicaModel(one, StorageType.SSD, BYTES, false),
                new ReplicaModel(other, StorageType.DISK, BYTES, false)),
            List.of(StorageType.SSD, StorageType.SSD),
            false);
    BlockPlan plan = BlockPlanner.plan(block, new AnyTargets(List.of(one, other, free, full)));
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.shortfalls()).containsExactly(expected);
  }
}
