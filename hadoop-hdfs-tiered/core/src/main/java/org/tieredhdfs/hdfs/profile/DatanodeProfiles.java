package org.tieredhdfs.hdfs.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.NativeCodeLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/**
 * The execution profiles of one DataNode, which may change while it runs.
 *
 * <p>A block that is being written or read keeps what it began with. Thread-safe; a change takes
 * effect as a whole or not at all.
 */
public final class DatanodeProfiles {
  private static final Logger LOG = LoggerFactory.getLogger(DatanodeProfiles.class);

  /** A process can have several DataNodes, which end without notice. */
  private static final Map<DataNode, DatanodeProfiles> BY_DATANODE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private volatile Map<String, ExecutionProfile> byType;

  private DatanodeProfiles(Map<String, ExecutionProfile> byType) {
    this.byType = byType;
  }

  /** The profiles of a DataNode, read from its configuration on first use. */
  public static DatanodeProfiles of(DataNode datanode) {
    return BY_DATANODE.computeIfAbsent(
        datanode, one -> new DatanodeProfiles(ProfileParser.parse(one.getConf()).profiles()));
  }

  /**
   * Called before a DataNode has volumes: passes the reserved space of each type to Hadoop, and
   * logs settings without effect.
   */
  public static void started(Configuration conf) {
    Collection<ExecutionProfile> profiles = ProfileParser.parse(conf).profiles().values();
    profiles.forEach(profile -> profile.reserveIn(conf));
    List<String> types =
        profiles.stream()
            .filter(ExecutionProfile::needsLibhadoop)
            .map(ExecutionProfile::type)
            .sorted()
            .toList();
    if (!types.isEmpty() && !NativeCodeLoader.isNativeCodeLoaded()) {
      LOG.info(
          "libhadoop is not loaded: sync-behind, drop-behind and read-ahead have no"
              + " effect, although storage type profiles set them ({})",
          String.join(", ", types));
    }
  }

  /** The profile of a replica's volume; null if there is none. */
  public static @Nullable ExecutionProfile of(DataNode datanode, @Nullable Replica replica) {
    FsVolumeSpi volume = replica == null ? null : replica.getVolume();
    return volume == null ? null : of(datanode).of(volume);
  }

  /** The profile of a volume; null for a storage type that is not known. */
  public @Nullable ExecutionProfile of(FsVolumeSpi volume) {
    return byType.get(volume.getStorageType().name());
  }

  /** The profile of each storage type, by name. */
  public Map<String, ExecutionProfile> byType() {
    return byType;
  }

  /** The keys of all storage types that can change while a DataNode runs. */
  public static List<String> liveKeys() {
    List<String> keys = new ArrayList<>();
    for (StorageType type : StorageType.values()) {
      for (Setting setting : Setting.values()) {
        if (setting.isLive()) {
          keys.add(setting.key(type.name()).name());
        }
      }
    }
    return keys;
  }

  /**
   * Takes the profiles of another configuration.
   *
   * @param all what has to be valid as well: what else is about to change
   * @throws ConfigurationFaultsException with everything that is wrong; then nothing changes
   */
  public void change(Configuration conf, Configuration all) {
    ProfileParser.Parsed parsed = ProfileParser.parse(conf);
    Set<String> faults = new LinkedHashSet<>(parsed.faults());
    faults.addAll(ProfileParser.parse(all).faults());
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException("Nothing is changed", List.copyOf(faults));
    }
    byType = parsed.profiles();
  }
}
