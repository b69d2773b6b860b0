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
 * The keys of storage types, storage policies and path policies, and the check of what they say
 * together.
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
          "Names of your storage types, besides the built-in RAMDISK (number 64, RAM, seen by stock"
              + " peers as DISK). Letters, digits and _; no name of Hadoop's own. The same on every"
              + " node.");

  private static final ConfigKey TYPE_NUMBER =
      ConfigKey.requiredInteger(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.number",
          StorageTypeParser.LEAST_NUMBER,
          StorageTypeParser.GREATEST_NUMBER,
          READERS,
          "The number of the type on the wire, in edits and in images; 64 is RAMDISK's. Never"
              + " change it and never give it to another type.");

  private static final ConfigKey TYPE_RAM =
      ConfigKey.bool(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.ram",
          false,
          READERS,
          "Whether the medium is memory.");

  private static final ConfigKey TYPE_ALIAS =
      ConfigKey.choice(
          StorageTypeParser.TYPE_KEY_PREFIX + "<TYPE>.stock-alias",
          "DISK",
          StorageTypeParser.ALIASES,
          READERS,
          "The stock type as which a peer without the overlay sees it.");

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

  /** All names that exist or are listed: a fault in a type is not to look like one in a policy. */
  private static Set<String> typeNames(Configuration conf) {
    Set<String> names = new LinkedHashSet<>(StorageTypeParser.STOCK_NAMES);
    names.add(CustomStorageType.RAMDISK.name());
    for (String listed : TYPES.getList(conf)) {
      names.add(listed.toUpperCase(Locale.ROOT));
    }
    return names;
  }
}
