package org.tieredhdfs.hdfs.datanode.choose;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_DEFAULT;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_KEY;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;

/** The configuration keys of both volume choosing policies. */
public final class ChoosingKeys implements ConfigKeys {
  private static final Logger LOG = LoggerFactory.getLogger(ChoosingKeys.class);
  private static final String PREFIX = "dfs.tiered.volume.choosing.";
  private static final String DATANODE = "DataNode";

  /** Hadoop's own key, with its name and default, because operators have it set already. */
  public static final ConfigKey ADDITIONAL_SPACE =
      ConfigKey.size(
          DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_KEY,
          Long.toString(
              DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_DEFAULT),
          0,
          1L << 50,
          DATANODE,
          "Free space that a volume must have beside a new block; by the default at most a 64th of"
              + " the volume. Apache Hadoop's key, for both policies of this project.");

  public static final ConfigKey HALF_LIFE =
      ConfigKey.duration(
          PREFIX + "speed.half.life",
          "15s",
          1_000,
          3_600_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: the half-life of speed measurements.");

  public static final ConfigKey TOLERANCE =
      ConfigKey.decimal(
          PREFIX + "speed.tolerance",
          0.2,
          0,
          0.9,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: volumes count as equal if speed or free space differs"
              + " by at most this fraction.");

  public static final ConfigKey DROP_FACTOR =
      ConfigKey.decimal(
          PREFIX + "drop.factor",
          5,
          1.5,
          1_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a volume that takes this many times as long as its"
              + " peers gets no new blocks, unless it is the last of its type.");

  public static final ConfigKey RECOVER_FACTOR =
      ConfigKey.decimal(
          PREFIX + "recover.factor",
          2.5,
          1.1,
          1_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: an excluded volume is used like others when its blocks"
              + " on trial take at most this many times as long. Must be below the drop factor.");

  /** Of 0.1.0: volumes are probed no more. */
  static final ConfigKey PROBE_INTERVAL =
      ConfigKey.text(PREFIX + "probe.interval", "", DATANODE, "No longer has any effect.");

  public static final ConfigKey SPACE_WEIGHT =
      ConfigKey.decimal(
          PREFIX + "space.weight",
          0.5,
          0,
          4,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a volume gets at most its share by speed times (its"
              + " free space / the largest of its type) to this power. 0 ignores free space.");

  public static final ConfigKey OPEN_LIMIT =
      ConfigKey.duration(
          PREFIX + "open.block.limit",
          "5m",
          1_000,
          86_400_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: how long an open block counts as load.");

  private static final List<ConfigKey> ALL =
      List.of(
          ADDITIONAL_SPACE,
          HALF_LIFE,
          TOLERANCE,
          DROP_FACTOR,
          RECOVER_FACTOR,
          PROBE_INTERVAL,
          SPACE_WEIGHT,
          OPEN_LIMIT);

  @Override
  public String title() {
    return "Volume choice";
  }

  @Override
  public List<ConfigKey> keys() {
    return ALL;
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    String policy = conf.getTrimmed(DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY, "");
    return daemon.equals(DATANODE)
        ? faults(conf, policy.equals(LatencyAwareVolumeChoosingPolicy.class.getName()))
        : List.of();
  }

  /**
   * Refuses a configuration that is wrong, and warns of a key without effect; a policy calls it
   * when it is plugged in.
   *
   * @param isLatencyAware whether it is the policy that needs the project's dataset
   */
  static void check(Configuration conf, boolean isLatencyAware) {
    List<String> faults = faults(conf, isLatencyAware);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    String interval = conf.get(PROBE_INTERVAL.name());
    if (interval != null) {
      LOG.warn("{} ('{}') is ignored: no volume is probed", PROBE_INTERVAL.name(), interval);
    }
  }

  /** The settings of the latency-aware policy. */
  static LatencySettings latencySettings(Configuration conf) {
    return new LatencySettings(
        HALF_LIFE.getDurationMs(conf) / 1e3,
        TOLERANCE.getDouble(conf),
        DROP_FACTOR.getDouble(conf),
        RECOVER_FACTOR.getDouble(conf),
        SPACE_WEIGHT.getDouble(conf),
        MILLISECONDS.toNanos(OPEN_LIMIT.getDurationMs(conf)));
  }

  private static List<String> faults(Configuration conf, boolean isLatencyAware) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : ALL) {
      key.fault(conf).ifPresent(faults::add);
    }
    if (faults.isEmpty() && RECOVER_FACTOR.getDouble(conf) >= DROP_FACTOR.getDouble(conf)) {
      faults.add(
          String.format(
              "%s: '%s' is not allowed; it has to be less than %s ('%s')",
              RECOVER_FACTOR.name(),
              RECOVER_FACTOR.getText(conf),
              DROP_FACTOR.name(),
              DROP_FACTOR.getText(conf)));
    }
    String factory = conf.getTrimmed(DFS_DATANODE_FSDATASET_FACTORY_KEY, "");
    if (isLatencyAware && !factory.equals(TieredFsDatasetFactory.class.getName())) {
      faults.add(
          String.format(
              "%s: '%s' is not allowed with %s; that policy needs '%s', which measures each"
                  + " volume",
              DFS_DATANODE_FSDATASET_FACTORY_KEY,
              factory,
              LatencyAwareVolumeChoosingPolicy.class.getSimpleName(),
              TieredFsDatasetFactory.class.getName()));
    }
    return faults;
  }
}
