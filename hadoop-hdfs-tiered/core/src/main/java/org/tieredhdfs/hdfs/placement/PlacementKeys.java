package org.tieredhdfs.hdfs.placement;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.NET_TOPOLOGY_IMPL_KEY;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_USE_DFS_NETWORK_TOPOLOGY_DEFAULT;
import static org.apache.hadoop.hdfs.DFSConfigKeys.DFS_USE_DFS_NETWORK_TOPOLOGY_KEY;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.health.ReportedVolumes;
import org.tieredhdfs.hdfs.health.VolumeReport;

/** The configuration keys of even placement, and whether its policies fit the topology. */
public final class PlacementKeys implements ConfigKeys {
  private static final String NAMENODE = "NameNode";
  private static final String PACKAGE = "org.apache.hadoop.hdfs.server.blockmanagement.";
  private static final String EVEN = PACKAGE + "EvenBlockPlacementPolicy";
  private static final String EVEN_RACKS = EVEN + "RackFaultTolerant";
  private static final String EVEN_GROUPS = EVEN + "WithNodeGroup";

  public static final ConfigKey CATCH_UP_RATE =
      ConfigKey.decimal(
          "dfs.tiered.placement.catch-up.rate",
          1.5,
          1,
          100,
          NAMENODE,
          "How fast a new, empty DataNode catches up: the most bytes in flight on a DataNode by its"
              + " weight, as a multiple of the storage type's mean.");

  public static final ConfigKey MAX_SPEED_SHARE =
      ConfigKey.decimal(
          "dfs.tiered.placement.speed.share.max",
          2,
          1,
          10,
          NAMENODE,
          "The most that a volume carries by its speed, relative to one of median speed; the least"
              + " is 1 / this value. 1: all volumes of a type carry the same.");

  private static final List<ConfigKey> ALL = List.of(CATCH_UP_RATE, MAX_SPEED_SHARE);

  @Override
  public String title() {
    return "NameNode: even placement";
  }

  @Override
  public List<ConfigKey> keys() {
    return ALL;
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    if (!daemon.equals(NAMENODE)) {
      return List.of();
    }
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    addMisfits(conf, faults);
    return faults;
  }

  /**
   * What a policy needs to choose by load; called when it is plugged in.
   *
   * @param wantsGroups whether the policy is for node groups
   * @param ignoresGroups whether it may stand on a topology with node groups nevertheless
   * @throws ConfigurationFaultsException if the policy does not fit the topology, or a key is wrong
   */
  public static EvenPlacement placement(
      Configuration conf,
      NetworkTopology topology,
      boolean wantsGroups,
      boolean ignoresGroups,
      Class<?> policy) {
    boolean hasGroups = topology instanceof NetworkTopologyWithNodeGroup;
    if (wantsGroups && !hasGroups) {
      throw new ConfigurationFaultsException(
          List.of(groupsMissing(DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, policy.getName())));
    }
    if (hasGroups && !wantsGroups && !ignoresGroups) {
      throw new ConfigurationFaultsException(
          List.of(groupsIgnored(DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, policy.getName())));
    }
    Places places = wantsGroups ? Places.NODE_GROUPS : Places.RACKS;
    Loads loads = Loads.of(topology);
    loads.useSpeeds(
        new SpeedShares(PlacementKeys::reportedBytesPerSec, MAX_SPEED_SHARE.getDouble(conf)));
    EvenPlacementMetrics.publish(loads);
    return new EvenPlacement(loads, places, new LoadOrder(CATCH_UP_RATE.getDouble(conf)));
  }

  private static long reportedBytesPerSec(String storageId) {
    VolumeReport report = ReportedVolumes.find(storageId);
    return report == null ? 0 : report.bytesPerSec();
  }

  private static void addMisfits(Configuration conf, List<String> faults) {
    String replicator = conf.getTrimmed(DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, "");
    String striped = conf.getTrimmed(DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY, "");
    boolean hasGroups =
        !conf.getBoolean(DFS_USE_DFS_NETWORK_TOPOLOGY_KEY, DFS_USE_DFS_NETWORK_TOPOLOGY_DEFAULT)
            && conf.getTrimmed(NET_TOPOLOGY_IMPL_KEY, "")
                .equals(NetworkTopologyWithNodeGroup.class.getName());
    for (String key :
        List.of(DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY)) {
      if (conf.getTrimmed(key, "").equals(EVEN_GROUPS) && !hasGroups) {
        faults.add(groupsMissing(key, EVEN_GROUPS));
      }
    }
    // for striped blocks the policy by racks is right: Hadoop ignores groups there, too
    if (hasGroups && (replicator.equals(EVEN) || replicator.equals(EVEN_RACKS))) {
      faults.add(groupsIgnored(DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, replicator));
    }
    if (hasGroups && striped.equals(EVEN)) {
      faults.add(groupsIgnored(DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY, striped));
    }
  }

  private static String groupsMissing(String key, String policy) {
    return String.format(
        "%s: '%s' is not allowed with a topology without node groups; it needs %s=%s and %s=false",
        key,
        policy,
        NET_TOPOLOGY_IMPL_KEY,
        NetworkTopologyWithNodeGroup.class.getName(),
        DFS_USE_DFS_NETWORK_TOPOLOGY_KEY);
  }

  private static String groupsIgnored(String key, String policy) {
    return String.format(
        "%s: '%s' is not allowed with %s, whose node groups it would ignore; it has to be '%s'",
        key, policy, NetworkTopologyWithNodeGroup.class.getName(), EVEN_GROUPS);
  }
}
