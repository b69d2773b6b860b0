package org.tieredhdfs.hdfs.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.upgrade.UpgradeState.DataNode;
import org.tieredhdfs.hdfs.upgrade.UpgradeState.NameNode;

class UpgradeStateTest {
  private static final String TABLE = "RAMDISK=64";

  private static NameNode nameNode(String name, @Nullable String state, @Nullable String table) {
    return new NameNode(name, state, "3.5.0", table);
  }

  private static UpgradeState state(List<NameNode> nameNodes, @Nullable String... tables) {
    List<DataNode> dataNodes = new ArrayList<>();
    for (int i = 0; i < tables.length; i++) {
      dataNodes.add(new DataNode("dn" + i, "3.5.0", tables[i]));
    }
    return new UpgradeState(nameNodes, dataNodes);
  }

  @Test
  void theStandbyComesFirstThenTheOtherAfterAFailover() {
    UpgradeState nothing =
        state(List.of(nameNode("a", "active", null), nameNode("b", "standby", null)), "stock");
    UpgradeState half =
        state(List.of(nameNode("a", "active", null), nameNode("b", "standby", TABLE)), "stock");

    assertThat(nothing.next())
        .startsWith("Next: restart NameNode b (standby) with the overlay.")
        .contains("no volumes, policies or quotas of custom types");
    assertThat(half.next())
        .startsWith("Next: fail over to NameNode b, then restart a with the overlay.");
    assertThat(half.isComplete()).isFalse();
  }

  @Test
  void aSingleNameNodeIsRestarted() {
    assertThat(state(List.of(nameNode("a", "active", null)), "stock").next())
        .startsWith("Next: restart NameNode a with the overlay.");
  }

  @Test
  void dataNodesFollowWhenEveryNameNodeIsDone() {
    UpgradeState state =
        state(List.of(nameNode("a", "active", TABLE)), "stock", TABLE + "+", "stock");

    assertThat(state.next())
        .startsWith("Next: restart DataNodes with the overlay")
        .contains("(2 of 3 are left): dn0, dn2");
    assertThat(state.isComplete()).isFalse();
    assertThat(state.dataNodes().get(0).describe()).isEqualTo("DataNode dn0: Hadoop 3.5.0, stock");
    assertThat(state.dataNodes().get(1).describe())
        .isEqualTo("DataNode dn1: Hadoop 3.5.0, overlay, storage types RAMDISK=64+");
  }

  @Test
  void clientsThenPoliciesComeLast() {
    UpgradeState state = state(List.of(nameNode("a", "active", TABLE)), TABLE);

    assertThat(state.isComplete()).isTrue();
    assertThat(state.next()).startsWith("Every daemon has the overlay. Next: clients");
  }

  @Test
  void aNameNodeThatIsDownComesBeforeEverything() {
    UpgradeState state =
        state(List.of(nameNode("a", "active", TABLE), nameNode("b", null, null)), "stock");

    assertThat(state.next()).isEqualTo("Next: start NameNode b; do nothing else before that.");
    assertThat(state.nameNodes().get(1).describe()).isEqualTo("NameNode b: does not answer");
  }

  @Test
  void nameNodesThatDifferAreSetRightFirst() {
    UpgradeState state =
        state(
            List.of(nameNode("a", "active", TABLE), nameNode("b", "standby", TABLE + " NVME=70")),
            TABLE);

    assertThat(state.isComplete()).isFalse();
    assertThat(state.next()).contains("the same dfs.tiered.storage.types");
  }
}
