package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.conf.ReconfigurationUtil.PropertyChange;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.profile.ProfileUser;
import org.tieredhdfs.hdfs.profile.Setting;

/**
 * Applies execution profiles to a stock DataNode: the sync of completed blocks, and changes at run
 * time.
 *
 * <p>Stateless, thread-safe.
 */
@NullMarked
public final class TypeProfile {
  private TypeProfile() {}

  /** Whether a receiver syncs its block, and then the directory, when that is complete. */
  public static boolean syncsOnClose(Object receiver) {
    BlockReceiver stock = (BlockReceiver) receiver;
    ExecutionProfile profile = DatanodeProfiles.of(stock.getDataNode(), stock.getReplica());
    return profile == null ? stock.getDataNode().getDnConf().syncOnClose : profile.syncOnClose();
  }

  /** Hadoop's reconfigurable keys plus those of the profiles of all storage types. */
  public static List<String> reconfigurable(Collection<String> stock) {
    List<String> keys = new ArrayList<>(stock);
    keys.addAll(DatanodeProfiles.liveKeys());
    return keys;
  }

  /**
   * Changes one key of a profile, if everything that the configuration file now says of profiles is
   * valid: of several changes all are made or none.
   *
   * @param value null to have what holds without it
   * @return whether the key is one of a profile
   * @throws ReconfigurationException with everything that is wrong; then nothing has changed
   */
  public static boolean reconfigure(DataNode datanode, String key, @Nullable String value)
      throws ReconfigurationException {
    if (!key.startsWith(Setting.PREFIX)) {
      return false;
    }
    Configuration before = datanode.getConf();
    Configuration changed = new Configuration(before);
    put(changed, key, value);
    Configuration all = new Configuration(before);
    for (PropertyChange other : datanode.getChangedProperties(datanode.getNewConf(), before)) {
      if (other.prop.startsWith(Setting.PREFIX)) {
        put(all, other.prop, other.newVal);
      }
    }
    put(all, key, value);
    try {
      DatanodeProfiles profiles = DatanodeProfiles.of(datanode);
      profiles.change(changed, all);
      if (datanode.getFSDataset() instanceof ProfileUser user) {
        user.use(profiles);
      }
    } catch (ConfigurationFaultsException | IOException e) {
      throw new ReconfigurationException(key, value, datanode.getConf().get(key), e);
    }
    return true;
  }

  private static void put(Configuration conf, String key, @Nullable String value) {
    if (value == null) {
      conf.unset(key);
    } else {
      conf.set(key, value);
    }
  }
}
