package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.junit.jupiter.api.Test;

class SimulatedDatanodesTest {
  @Test
  void hadoopsPolicyChoosesAmongThem() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    for (int i = 0; i < 6; i++) {
      DatanodeDescriptor node = datanodes.add("/rack" + i % 2, StorageType.DISK);
      datanodes.heartbeat(node, 1, Map.of(StorageType.DISK, 7L));
      assertThat(node.getDfsUsed()).isEqualTo(7);
    }

    DatanodeStorageInfo[] chosen =
        datanodes
            .policy(BlockPlacementPolicyDefault.class)
            .chooseTarget(
                "/file",
                3,
                datanodes.nodes().get(0),
                new ArrayList<>(),
                false,
                new HashSet<>(),
                1024,
                BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy(),
                EnumSet.noneOf(AddBlockFlag.class));

    assertThat(chosen).hasSize(3);
    assertThat(chosen[0].getDatanodeDescriptor()).isEqualTo(datanodes.nodes().get(0));
  }
}
