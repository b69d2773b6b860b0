package org.tieredhdfs.hdfs.policies;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys that describe storage policies. */
public final class PolicyKeys {
  /** What stands before the name in the keys of one policy. */
  static final String PREFIX = "dfs.tiered.storage.policy.";

  private static final String READERS = "NameNode";

  /** Names the operator's policies. */
  public static final ConfigKey POLICIES =
      ConfigKey.list(
          "dfs.tiered.storage.policies",
          "",
          READERS,
          "Names of your storage policies, besides the built-in ALL_RAMDISK (id 13: RAMDISK) and"
              + " ONE_RAMDISK (id 11: RAMDISK, the other replicas on DISK), which both fall back"
              + " to SSD, then DISK. Letters, digits and _; no name of Hadoop's own.");

  /** Whether the policies that come with us are there. */
  public static final ConfigKey BUILT_IN =
      ConfigKey.bool(
          "dfs.tiered.storage.builtin-policies",
          true,
          READERS,
          "Whether ALL_RAMDISK and ONE_RAMDISK exist. Turn them off on a Hadoop whose vendor uses"
              + " the ids 11 or 13 itself; your own policies can then have these ids. Never turn"
              + " them off while something in the namespace has one of them.");

  public static final ConfigKey ID =
      ConfigKey.requiredInteger(
          PREFIX + "<POLICY>.id",
          1,
          ReservedPolicies.GREATEST_ID,
          READERS,
          "The number that the NameNode stores with files and directories for the policy. One of"
              + " 3, 4, 6, 8, 9. Never give an id another meaning while something in the"
              + " namespace has it."
              + ReservedPolicies.freeIds(ReservedPolicies.BUILT_IN).stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(", "))
              + ". Never give an id another meaning while something in the namespace has it.");

  public static final ConfigKey TYPES =
      ConfigKey.list(
          PREFIX + "<POLICY>.types",
          "",
          READERS,
          "Storage types of the replicas of a block, in order; the last one holds all further"
              + " replicas: 'NVME, DISK' is one replica on NVME, the others on DISK. At least one;"
              + " not RAM_DISK, which HDFS fills only for its own LAZY_PERSIST.");

  public static final ConfigKey CREATION_FALLBACKS =
      ConfigKey.list(
          PREFIX + "<POLICY>.creation-fallbacks",
          "",
          READERS,
          "Storage types used in place of a full or missing one when a block is written; the"
              + " first that has room. Without any, the write fails.");

  public static final ConfigKey REPLICATION_FALLBACKS =
      ConfigKey.list(
          PREFIX + "<POLICY>.replication-fallbacks",
          "",
          READERS,
          "The same for re-replication. Without any, the block stays under-replicated until there"
              + " is room.");

  public static final ConfigKey COPY_ON_CREATE =
      ConfigKey.bool(
          PREFIX + "<POLICY>.copy-on-create",
          false,
          READERS,
          "Whether a new file keeps the policy that its directory has at that moment; it cannot be"
              + " changed afterwards.");

  private PolicyKeys() {}

  /** All of them, in the order of the reference page. */
  public static List<ConfigKey> all() {
    return List.of(
        POLICIES, BUILT_IN, ID, TYPES, CREATION_FALLBACKS, REPLICATION_FALLBACKS, COPY_ON_CREATE);
  }

  /**
   * Names of all policies that exist or are listed, in upper case; also of those whose description
   * is refused, so that one fault does not look like two.
   */
  public static Set<String> names(Configuration conf) {
    Set<String> names = new LinkedHashSet<>(ReservedPolicies.stockNames());
    ReservedPolicies.builtIn(conf).forEach(policy -> names.add(policy.name()));
    for (String listed : POLICIES.getList(conf)) {
      names.add(listed.toUpperCase(Locale.ROOT));
    }
    return names;
  }

  /** A key of one policy: under its name as it is listed or, if that is not set, in upper case. */
  static ConfigKey of(Configuration conf, ConfigKey family, String listed, String name) {
    ConfigKey asListed = family.named(listed);
    return conf.get(asListed.name()) != null ? asListed : family.named(name);
  }
}
