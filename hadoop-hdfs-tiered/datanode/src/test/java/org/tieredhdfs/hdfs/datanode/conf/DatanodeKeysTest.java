package org.tieredhdfs.hdfs.datanode.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

class DatanodeKeysTest {
  @Test
  void areFoundByTheCheckAtStart() {
    assertThat(ServiceLoader.load(ConfigKeys.class)).anyMatch(DatanodeKeys.class::isInstance);
  }

  @Test
  void defaultsAreAllowed() {
    assertThat(new DatanodeKeys().faults("DataNode", new Configuration(false))).isEmpty();
  }

  @Test
  void severalHungVolumesLeaveTransferThreadsForTheOthers() {
    int allowed = DatanodeKeys.MAX_OPERATIONS.getInt(new Configuration(false));
    assertThat(4 * allowed).isLessThan(DFSConfigKeys.DFS_DATANODE_MAX_RECEIVER_THREADS_DEFAULT);
  }

  @Test
  void badValuesAreNamedTogether() {
    Configuration conf = new Configuration(false);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "never");
    conf.set(DatanodeKeys.MAX_OPERATIONS.name(), "0");
    List<String> faults = new DatanodeKeys().faults("DataNode", conf);
    assertThat(faults).hasSize(2);
    assertThat(faults.get(0)).contains("dfs.tiered.volume.hang.timeout").contains("'never'");
    assertThat(faults.get(1)).contains("dfs.tiered.volume.max.operations").contains("from 1 to");
  }
}
