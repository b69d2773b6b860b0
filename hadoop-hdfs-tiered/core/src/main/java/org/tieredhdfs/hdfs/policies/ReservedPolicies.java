package org.tieredhdfs.hdfs.policies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * The policies that exist without being configured: Hadoop's own and the built-in ones.
 *
 * <p>Hadoop's come from its constants, because a vendor may have added some. Stateless.
 */
public final class ReservedPolicies {
  /** The greatest id: the NameNode keeps it in 4 bits. 0 means that none is set. */
  static final int GREATEST_ID = 15;

  private static final List<String> FALLBACKS = List.of("SSD", "DISK");

  /** All replicas in memory that takes part in replication. */
  static final CustomStoragePolicy ALL_RAMDISK =
      new CustomStoragePolicy("ALL_RAMDISK", 13, List.of("RAMDISK"), FALLBACKS, FALLBACKS, false);

  /** One replica in memory, the others on disks. */
  static final CustomStoragePolicy ONE_RAMDISK =
      new CustomStoragePolicy(
          "ONE_RAMDISK", 11, List.of("RAMDISK", "DISK"), FALLBACKS, FALLBACKS, false);

  /** The policies that come with the overlay. */
  static final List<CustomStoragePolicy> BUILT_IN = List.of(ALL_RAMDISK, ONE_RAMDISK);

  private ReservedPolicies() {}

  /** Names that a configured policy cannot take, Hadoop's first. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(stockNames());
    BUILT_IN.forEach(policy -> names.add(policy.name()));
    return names;
  }

  /** Names of Hadoop's own. */
  static Collection<String> stockNames() {
    return stock().values();
  }

  /**
   * The policies that come with the overlay, unless a configuration turns them off; a bad value
   * does not.
   */
  static List<CustomStoragePolicy> builtIn(Configuration conf) {
    boolean readable = PolicyKeys.BUILT_IN.fault(conf).isEmpty();
    return !readable || PolicyKeys.BUILT_IN.getBoolean(conf) ? BUILT_IN : List.of();
  }

  static List<String> builtInNames() {
    return BUILT_IN.stream().map(CustomStoragePolicy::name).toList();
  }

  static boolean isReserved(String name) {
    return names().contains(name.toUpperCase(Locale.ROOT));
  }

  /** The name of the policy, of Hadoop's own and the given ones, that has an id. */
  static Optional<String> owner(int id, List<CustomStoragePolicy> builtIn) {
    for (CustomStoragePolicy policy : builtIn) {
      if (policy.id() == id) {
        return Optional.of(policy.name());
      }
    }
    return Optional.ofNullable(stock().get(id));
  }

  /** The ids that are left to an operator. */
  static List<Integer> freeIds(List<CustomStoragePolicy> builtIn) {
    return IntStream.rangeClosed(1, GREATEST_ID)
        .filter(id -> owner(id, builtIn).isEmpty())
        .boxed()
        .toList();
  }

  private static Map<Integer, String> stock() {
    Map<Integer, String> stock = new TreeMap<>();
    for (HdfsConstants.StoragePolicy policy : HdfsConstants.StoragePolicy.values()) {
      stock.put((int) policy.value(), policy.name());
    }
    return stock;
  }
}
