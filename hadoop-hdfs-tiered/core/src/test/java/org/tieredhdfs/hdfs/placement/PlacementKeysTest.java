package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyRackFaultTolerant;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyWithNodeGroup;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

class PlacementKeysTest {
  private final PlacementKeys keys = new PlacementKeys();
  private final Configuration conf = new Configuration(false);

  @Test
  void policiesThatFitAreTaken() {
    assertThat(keys.faults("NameNode", conf)).isEmpty();

    replicator(EvenBlockPlacementPolicy.class);
    conf.set(
        "dfs.block.placement.ec.classname",
        EvenBlockPlacementPolicyRackFaultTolerant.class.getName());
    assertThat(keys.faults("NameNode", conf)).isEmpty();

    nodeGroups();
    replicator(EvenBlockPlacementPolicyWithNodeGroup.class);
    assertThat(keys.faults("NameNode", conf)).isEmpty();
  }

  @Test
  void aPolicyForNodeGroupsNeedsThem() {
    replicator(EvenBlockPlacementPolicyWithNodeGroup.class);

    assertThat(keys.faults("NameNode", conf))
        .containsExactly(
            "dfs.block.replicator.classname: '"
                + EvenBlockPlacementPolicyWithNodeGroup.class.getName()
                + "' is not allowed with a topology without node groups; it needs"
                + " net.topology.impl=org.apache.hadoop.net.NetworkTopologyWithNodeGroup and"
                + " dfs.use.dfs.network.topology=false");
    assertThat(keys.faults("DataNode", conf)).isEmpty();
  }

  @Test
  void nodeGroupsNeedAPolicyThatKnowsThem() {
    nodeGroups();
    replicator(EvenBlockPlacementPolicyRackFaultTolerant.class);

    assertThat(keys.faults("NameNode", conf))
        .singleElement()
        .asString()
        .contains("node groups it would ignore", "EvenBlockPlacementPolicyWithNodeGroup");
  }

  @Test
  void aPolicyThatIsPluggedInWithoutTheStartCheckRefusesAllTheSame() {
    assertThatThrownBy(
            () -> new SimulatedDatanodes(false).policy(EvenBlockPlacementPolicyWithNodeGroup.class))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("topology without node groups");
    assertThatThrownBy(() -> new SimulatedDatanodes(true).policy(EvenBlockPlacementPolicy.class))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("node groups it would ignore");
    new SimulatedDatanodes(true).policy(EvenBlockPlacementPolicyRackFaultTolerant.class);
  }

  @Test
  void theRateHasARange() {
    conf.set("dfs.tiered.placement.catch-up.rate", "0.5");

    assertThat(keys.faults("NameNode", conf))
        .containsExactly(
            "dfs.tiered.placement.catch-up.rate: '0.5' is not allowed; it has to be a number from"
                + " 1.0 to 100.0");
  }

  private void replicator(Class<?> policy) {
    conf.set("dfs.block.replicator.classname", policy.getName());
  }

  private void nodeGroups() {
    conf.set("net.topology.impl", NetworkTopologyWithNodeGroup.class.getName());
    conf.setBoolean("dfs.use.dfs.network.topology", false);
  }
}
