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

  /** Lists the operator's policies. */
  public static final ConfigKey POLICIES =
      ConfigKey.list(
          "dfs.tiered.storage.policies",
          "",
          READERS,
          "Names of your storage policies, in addition to ALL_RAMDISK and ONE_RAMDISK. Letters,"
              + " digits and _; not a name that Hadoop uses.");

  /** Whether the built-in policies exist. */
  public static final ConfigKey BUILT_IN =
      ConfigKey.bool(
          "dfs.tiered.storage.builtin-policies",
          true,
          READERS,
          "Whether ALL_RAMDISK (id 13) and ONE_RAMDISK (id 11) exist. Turn them off if your Hadoop"
              + " vendor uses these ids, never while a file or directory has one of them.");

  public static final ConfigKey ID =
      ConfigKey.requiredInteger(
          PREFIX + "<POLICY>.id",
          1,
          ReservedPolicies.GREATEST_ID,
          READERS,
          "Stored with files and directories. One of "
              + ReservedPolicies.freeIds(ReservedPolicies.BUILT_IN).stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(", "))
              + "; without the built-in policies also 11 and 13. Hadoop's own have the others."
              + " Never reuse an id while a file or directory has it.");

  public static final ConfigKey TYPES =
      ConfigKey.list(
          PREFIX + "<POLICY>.types",
          "",
          READERS,
          "Storage types of a block's replicas in order, at least one; the last repeats: 'NVME,"
              + " DISK' puts the writer's replica on NVME, the others on DISK. Not RAM_DISK.");

  public static final ConfigKey CREATION_FALLBACKS =
      ConfigKey.list(
          PREFIX + "<POLICY>.creation-fallbacks",
          "",
          READERS,
          "Storage types to try, in order, if a type is full or missing at a write. Empty: it"
              + " fails.");

  public static final ConfigKey REPLICATION_FALLBACKS =
      ConfigKey.list(
          PREFIX + "<POLICY>.replication-fallbacks",
          "",
          READERS,
          "The same for re-replication. Empty: the block stays under-replicated until there is"
              + " room.");

  public static final ConfigKey COPY_ON_CREATE =
      ConfigKey.bool(
          PREFIX + "<POLICY>.copy-on-create",
          false,
          READERS,
          "Whether a new file takes its directory's policy for good: it cannot be changed later.");

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
