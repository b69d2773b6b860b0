package org.tieredhdfs.mover.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

/** The planner against an exhaustive search, over random clusters, policies and layouts. */
class PlannerPropertyTest {
  private static final int CASES = 4_000;

  @Test
  void planReachesThePolicyWhereverItCanBeReachedWithTheFewestBytes() {
    int reachable = 0;
    int unreachable = 0;
    int detours = 0;
    for (long seed = 0; seed < CASES; seed++) {
      RandomCase drawn = new RandomCase(seed);
      Exhaustive exhaustive = new Exhaustive(drawn);
      BlockPlan plan = BlockPlanner.plan(drawn.block, drawn.targets);

      if (exhaustive.leastMoves >= 0) {
        reachable += exhaustive.leastMoves == 0 ? 0 : 1;
        detours += exhaustive.leastMoves > plan.outOfPlace() ? 1 : 0;
        assertThat(plan.shortfalls()).as("seed %d\n%s\n%s", seed, drawn, plan).isEmpty();
        assertThat(plan.bytes())
            .as("seed %d\n%s\n%s", seed, drawn, plan)
            .isEqualTo(exhaustive.leastMoves * RandomCase.BLOCK_BYTES);
      } else {
        unreachable++;
        assertThat(plan.shortfalls()).as("seed %d\n%s\n%s", seed, drawn, plan).isNotEmpty();
      }
    }
    // the cases drawn have to be of all kinds
    assertThat(reachable).isGreaterThan(CASES / 5);
    assertThat(unreachable).isGreaterThan(CASES / 10);
    assertThat(detours).isPositive();
  }

  @Test
  void noStepOfAPlanMakesPlacementWorseOrBreaksARule() {
    int between = 0;
    for (long seed = 0; seed < CASES; seed++) {
      RandomCase drawn = new RandomCase(seed);
      BlockPlan plan = BlockPlanner.plan(drawn.block, drawn.targets);
      List<NodeModel> nodes =
          new ArrayList<>(drawn.block.replicas().stream().map(ReplicaModel::node).toList());
      Set<String> everHeld = new HashSet<>(nodes.stream().map(NodeModel::id).toList());
      Spread before = Spread.of(nodes);
      Set<Integer> moved = new HashSet<>();
      for (PlannedMove move : plan.moves()) {
        String as = "seed " + seed + "\n" + drawn + "\n" + plan;
        ReplicaModel replica = drawn.block.replicas().get(move.replica());
        assertThat(moved.add(move.replica())).as(as).isTrue();
        assertThat(move.source()).as(as).isEqualTo(replica.node());
        assertThat(move.sourceType()).as(as).isEqualTo(replica.type());
        assertThat(move.target().inService()).as(as).isTrue();
        assertThat(move.target().roomBytes().getOrDefault(move.targetType(), 0L))
            .as(as)
            .isGreaterThanOrEqualTo(RandomCase.BLOCK_BYTES);
        if (!move.isWithinNode()) {
          between++;
          assertThat(replica.pinned()).as(as).isFalse();
          assertThat(everHeld.add(move.target().id())).as(as).isTrue();
        }
        nodes.set(move.replica(), move.target());
        Spread after = Spread.of(nodes);
        assertThat(after.racks()).as(as).isGreaterThanOrEqualTo(before.racks());
        assertThat(after.nodeGroups()).as(as).isGreaterThanOrEqualTo(before.nodeGroups());
        assertThat(after.upgradeDomains()).as(as).isGreaterThanOrEqualTo(before.upgradeDomains());
        if (drawn.block.spread()) {
          assertThat(after.fullestRack()).as(as).isLessThanOrEqualTo(before.fullestRack());
        }
      }
    }
    assertThat(between).isGreaterThan(CASES / 10);
  }

  @Test
  void aPlanThatFallsShortStillBringsReplicasNearer() {
    int partial = 0;
    for (long seed = 0; seed < CASES; seed++) {
      RandomCase drawn = new RandomCase(seed);
      BlockPlan plan = BlockPlanner.plan(drawn.block, drawn.targets);
      List<StorageType> left = new ArrayList<>(drawn.block.wanted());
      List<StorageType> types =
          new ArrayList<>(drawn.block.replicas().stream().map(ReplicaModel::type).toList());
      plan.moves().forEach(move -> types.set(move.replica(), move.targetType()));
      int outOfPlace = 0;
      for (StorageType type : types) {
        outOfPlace += left.remove(type) ? 0 : 1;
      }
      String as = "seed " + seed + "\n" + drawn + "\n" + plan;
      assertThat(outOfPlace).as(as).isEqualTo(new Exhaustive(drawn).leastOutOfPlace);
      partial += outOfPlace > 0 && !plan.moves().isEmpty() ? 1 : 0;
    }
    assertThat(partial).isPositive();
  }
}
