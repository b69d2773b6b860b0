package org.tieredhdfs.hdfs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.UnlistedNames;
import org.tieredhdfs.hdfs.paths.PathPolicyParser;
import org.tieredhdfs.hdfs.peers.PeerKeys;
import org.tieredhdfs.hdfs.policies.PolicyKeys;
import org.tieredhdfs.hdfs.policies.StoragePolicyParser;
import org.tieredhdfs.hdfs.ram.RamVolumeCheck;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * The keys of storage types, storage policies and path policies, and the check of their
 * combination.
 *
 * <p>Stateless.
 */
public final class TieredHdfsKeys implements ConfigKeys {
  private static final String READERS = "NameNode, DataNode, clients";

  private static final ConfigKey TYPES =
      ConfigKey.list(
          StorageTypeParser.TYPES_KEY,
          "",
          READERS,
          "Names of your storage types, in addition to RAMDISK; the same on every node. Letters,"
              + " digits and _; not a name that Hadoop uses.");

  private static final ConfigKey TYPE_NUMBER =
      ConfigKey.requiredInteger(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.number",
          StorageTypeParser.LEAST_NUMBER,
          StorageTypeParser.GREATEST_NUMBER,
          READERS,
          "Stands for the type on the wire, in edits and in images; RAMDISK has 64. Never change"
              + " it, and never reuse it for another type.");

  private static final ConfigKey TYPE_RAM =
      ConfigKey.bool(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.ram",
          false,
          READERS,
          "Whether the medium is memory (tmpfs, ramfs or DAX).");

  private static final ConfigKey TYPE_ALIAS =
      ConfigKey.choice(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.stock-alias",
          "DISK",
          StorageTypeParser.ALIASES,
          READERS,
          "The alias: the storage type that peers without the overlay see instead.");

  @Override
  public String title() {
    return "HDFS: storage types and policies";
  }

  @Override
  public List<ConfigKey> keys() {
    List<ConfigKey> keys = new ArrayList<>(List.of(TYPES, TYPE_NUMBER, TYPE_RAM, TYPE_ALIAS));
    keys.add(HandshakeBridge.AGREEMENT);
    keys.addAll(PolicyKeys.all());
    keys.add(PathPolicyParser.MAPPING);
    keys.add(RamVolumeCheck.ENABLED);
    keys.addAll(PeerKeys.all());
    return List.copyOf(keys);
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    faults.addAll(StorageTypeParser.parse(conf::get).faults());
    UnlistedNames unlisted =
        new UnlistedNames(
            TYPES, StorageTypeParser.TYPE_KEY_PREFIX, List.of(CustomStorageType.RAMDISK.name()));
    faults.addAll(unlisted.faults(conf));
    faults.addAll(StoragePolicyParser.parse(conf, typeNames(conf)).faults());
    faults.addAll(PathPolicyParser.parse(conf).faults());
    if (daemon.equals("DataNode")) {
      faults.addAll(RamVolumeCheck.faults(conf));
    }
    return faults;
  }

  /**
   * All names that exist or are listed, so that an invalid type is not reported as an invalid
   * policy, too.
   */
  private static Set<String> typeNames(Configuration conf) {
    Set<String> names = new LinkedHashSet<>(StorageTypeParser.STOCK_NAMES);
    names.add(CustomStorageType.RAMDISK.name());
    for (String listed : TYPES.getList(conf)) {
      names.add(listed.toUpperCase(Locale.ROOT));
    }
    return names;
  }
}
