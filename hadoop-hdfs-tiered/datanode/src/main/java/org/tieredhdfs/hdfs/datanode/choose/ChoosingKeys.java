package org.tieredhdfs.hdfs.datanode.choose;

import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_DEFAULT;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_KEY;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/** The configuration keys of both volume choosing policies. */
public final class ChoosingKeys implements ConfigKeys {
  private static final String PREFIX = "dfs.tiered.volume.choosing.";
  private static final String DATANODE = "DataNode";

  /** Hadoop's own key, with its name and default: an operator has it set already. */
  public static final ConfigKey ADDITIONAL_SPACE =
      ConfigKey.size(
          DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_KEY,
          Long.toString(
              DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_DEFAULT),
          0,
          1L << 50,
          DATANODE,
          "Free space that a volume has to have beyond the size of a new block to be chosen."
              + " Hadoop's own key, which both policies here read, too.");

  public static final ConfigKey SPACE_REFRESH =
      ConfigKey.duration(
          PREFIX + "space.refresh.interval",
          "1s",
          10,
          600_000,
          DATANODE,
          "How often the free space of a volume is asked of its file system while blocks are"
              + " written. It is asked on a thread of its own.");

  public static final ConfigKey SPACE_MAX_AGE =
      ConfigKey.duration(
          PREFIX + "space.max.age",
          "10s",
          20,
          3_600_000,
          DATANODE,
          "A figure of free space older than this (after a pause in writing) is asked for anew"
              + " before it is trusted. At least twice the refresh interval.");

  public static final ConfigKey SPACE_TIMEOUT =
      ConfigKey.duration(
          PREFIX + "space.timeout",
          "250ms",
          5,
          60_000,
          DATANODE,
          "How long a choice waits for a figure of free space, where it has to: before the first"
              + " one is known, and before a block is refused for lack of room. A volume whose file"
              + " system takes longer to answer is passed over as long as another one has room."
              + " Not above the maximum age.");

  public static final ConfigKey HALF_LIFE =
      ConfigKey.duration(
          PREFIX + "speed.half.life",
          "15s",
          1_000,
          3_600_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: the time after which what a volume was seen to deliver"
              + " counts half.");

  public static final ConfigKey TOLERANCE =
      ConfigKey.decimal(
          PREFIX + "speed.tolerance",
          0.2,
          0,
          0.9,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: volumes whose speed or free space differs by no more"
              + " than this part count as equal.");

  public static final ConfigKey DROP_FACTOR =
      ConfigKey.decimal(
          PREFIX + "drop.factor",
          5,
          1.5,
          1_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a volume this many times slower than the median of its"
              + " peers drops out. The last volume of a storage type never does.");

  public static final ConfigKey RECOVER_FACTOR =
      ConfigKey.decimal(
          PREFIX + "recover.factor",
          2.5,
          1.1,
          1_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a volume that dropped out is taken back when a probe"
              + " shows it less than this many times slower than the median of its peers. Below the"
              + " drop factor.");

  public static final ConfigKey PROBE_INTERVAL =
      ConfigKey.duration(
          PREFIX + "probe.interval",
          "10s",
          100,
          3_600_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a volume that dropped out gets one block this often to"
              + " see whether it has recovered, never two at a time; the interval grows up to 4"
              + " times its length while it stays slow.");

  public static final ConfigKey SPACE_WEIGHT =
      ConfigKey.decimal(
          PREFIX + "space.weight",
          0.5,
          0,
          4,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: how much free space counts: a volume gets no"
              + " more than what its speed would earn it times (its free space / the largest free"
              + " space of its type) to this power. 0 leaves free space out.");

  public static final ConfigKey OPEN_LIMIT =
      ConfigKey.duration(
          PREFIX + "open.block.limit",
          "5m",
          1_000,
          86_400_000,
          DATANODE,
          "LatencyAwareVolumeChoosingPolicy: a block open for longer than this (a write-ahead log"
              + " that waits for work, a writer that went away) no longer counts as load.");

  private static final List<ConfigKey> ALL =
      List.of(
          ADDITIONAL_SPACE,
          SPACE_REFRESH,
          SPACE_MAX_AGE,
          SPACE_TIMEOUT,
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
    return daemon.equals(DATANODE) ? allFaults(conf) : List.of();
  }

  /** Refuses a configuration that is wrong; a policy calls it when it is plugged in. */
  static void check(Configuration conf) {
    List<String> faults = allFaults(conf);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
  }

  private static List<String> allFaults(Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : ALL) {
      key.fault(conf).ifPresent(faults::add);
    }
    if (faults.isEmpty()) {
      addContradictions(conf, faults);
    }
    return faults;
  }

  private static void addContradictions(Configuration conf, List<String> faults) {
    long refreshMs = SPACE_REFRESH.getDurationMs(conf);
    long maxAgeMs = SPACE_MAX_AGE.getDurationMs(conf);
    if (maxAgeMs < 2 * refreshMs) {
      faults.add(
          contradiction(
              SPACE_MAX_AGE, conf, "at least twice", SPACE_REFRESH, "refreshed figures would age"));
    }
    if (SPACE_TIMEOUT.getDurationMs(conf) > maxAgeMs) {
      faults.add(
          contradiction(
              SPACE_TIMEOUT, conf, "no more than", SPACE_MAX_AGE, "answers would come too old"));
    }
    if (RECOVER_FACTOR.getDouble(conf) >= DROP_FACTOR.getDouble(conf)) {
      faults.add(
          contradiction(
              RECOVER_FACTOR, conf, "less than", DROP_FACTOR, "a volume would come and go"));
    }
  }

  private static String contradiction(
      ConfigKey key, Configuration conf, String relation, ConfigKey other, String reason) {
    return String.format(
        "%s: '%s' is not allowed; it has to be %s %s ('%s'), else %s",
        key.name(), key.getText(conf), relation, other.name(), other.getText(conf), reason);
  }
}
