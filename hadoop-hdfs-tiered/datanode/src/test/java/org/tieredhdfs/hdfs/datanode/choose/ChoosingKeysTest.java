package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

class ChoosingKeysTest {
  private final ChoosingKeys keys = new ChoosingKeys();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(ConfigKeys.class))
        .anySatisfy(found -> assertThat(found).isInstanceOf(ChoosingKeys.class));
  }

  @Test
  void defaultsAreGood() {
    assertThat(keys.faults("DataNode", new Configuration(false))).isEmpty();
    assertThat(keys.keys()).extracting(ConfigKey::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "dfs.tiered.volume.choosing.speed.half.life, 10ms",
    "dfs.tiered.volume.choosing.speed.tolerance, 1.5",
    "dfs.tiered.volume.choosing.drop.factor, 1",
    "dfs.tiered.volume.choosing.recover.factor, NaN",
    "dfs.tiered.volume.choosing.space.weight, -0.5",
    "dfs.tiered.volume.choosing.open.block.limit, 0",
    "dfs.datanode.round-robin-volume-choosing-policy.additional-available-space, -1"
  })
  void aValueOutOfRangeIsRefusedWithKeyValueAndWhatIsAllowed(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    List<String> faults = keys.faults("DataNode", conf);
    assertThat(faults).hasSize(1);
    assertThat(faults.get(0)).contains(key, "'" + value + "'", "it has to be");
    assertThat(keys.faults("NameNode", conf)).isEmpty();
  }

  /** A configuration of 0.1.0 may have it. */
  @ParameterizedTest
  @ValueSource(strings = {"10s", "-1", "soon"})
  void theIntervalOfProbesThatAreNoMoreIsNoFault(String value) {
    Configuration conf = new Configuration(false);
    conf.set("dfs.tiered.volume.choosing.probe.interval", value);
    assertThat(keys.faults("DataNode", conf)).isEmpty();
    assertThat(keys.keys())
        .extracting(ConfigKey::name)
        .contains("dfs.tiered.volume.choosing.probe.interval");
  }

  @Test
  void itIsToldOnceThatTheIntervalOfProbesIsIgnored() {
    Configuration conf = new Configuration(false);
    conf.set("dfs.tiered.volume.choosing.probe.interval", "20s");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ChoosingKeys.class));
    try {
      new LatencyAwareVolumeChoosingPolicy<>().setConf(conf);
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput().lines())
        .singleElement()
        .asString()
        .contains("dfs.tiered.volume.choosing.probe.interval", "'20s'", "ignored");
  }

  @ParameterizedTest
  @CsvSource({"recover.factor, 5, drop.factor, 5", "recover.factor, 7, drop.factor, 6"})
  void constantsThatContradictEachOtherAreRefusedNamingBoth(
      String one, String oneValue, String other, String otherValue) {
    Configuration conf = new Configuration(false);
    conf.set("dfs.tiered.volume.choosing." + one, oneValue);
    conf.set("dfs.tiered.volume.choosing." + other, otherValue);
    assertThat(keys.faults("DataNode", conf))
        .singleElement()
        .asString()
        .contains(one, oneValue, other, otherValue);
  }

  @Test
  void allFaultsAreToldAtOnce() {
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.TOLERANCE.name(), "much");
    conf.set(ChoosingKeys.DROP_FACTOR.name(), "0");
    assertThat(keys.faults("DataNode", conf)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        StorageTypeRoundRobinVolumeChoosingPolicy.class,
        LatencyAwareVolumeChoosingPolicy.class
      })
  void bothPoliciesRefuseToBePluggedInWithABadConfiguration(
      Class<? extends VolumeChoosingPolicy<?>> policy) {
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.HALF_LIFE.name(), "soon");
    assertThatThrownBy(() -> ReflectionUtils.newInstance(policy, conf))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining(ChoosingKeys.HALF_LIFE.name())
        .hasMessageContaining("'soon'");
  }

  @Test
  void theLatencyAwarePolicyRefusesHadoopsDataset() {
    Configuration conf = new Configuration(false);
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY,
        LatencyAwareVolumeChoosingPolicy.class.getName());
    assertThat(keys.faults("DataNode", conf))
        .singleElement()
        .asString()
        .contains("dfs.datanode.fsdataset.factory: ''", TieredFsDatasetFactory.class.getName());
    assertThatThrownBy(
            () -> ReflectionUtils.newInstance(LatencyAwareVolumeChoosingPolicy.class, conf))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("is not allowed with LatencyAwareVolumeChoosingPolicy");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    assertThat(keys.faults("DataNode", conf)).isEmpty();
  }
}
