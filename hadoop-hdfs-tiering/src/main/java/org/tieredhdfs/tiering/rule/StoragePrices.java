package org.tieredhdfs.tiering.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/**
 * What storage types cost, by a configuration: a price for each TB, of 2^40 bytes, and month, in a
 * currency of the operator's. Immutable.
 */
public final class StoragePrices {
  private static final String PREFIX = TieringKeys.PRICE.named("").name();
  private static final double TB = 1L << 40;

  private final Map<String, Double> ofTb = new TreeMap<>();

  /** Reads the prices of a configuration, which have to be valid. */
  public StoragePrices(Configuration conf) {
    for (String type : conf.getPropsWithPrefix(PREFIX).keySet()) {
      ofTb.put(type, TieringKeys.PRICE.named(type).getDouble(conf));
    }
  }

  /**
   * Looks at all prices. They are for reports alone: a wrong one stops nothing else.
   *
   * @throws ConfigurationFaultsException with all that are none
   */
  public static void requireValid(Configuration conf) {
    List<String> types = Arrays.stream(StorageType.values()).map(StorageType::name).toList();
    List<String> faults = new ArrayList<>();
    for (String type : new TreeSet<>(conf.getPropsWithPrefix(PREFIX).keySet())) {
      ConfigKey key = TieringKeys.PRICE.named(type);
      if (!types.contains(type)) {
        faults.add(key.name() + ": '" + type + "' is no storage type; it has to be of " + types);
      }
      key.fault(conf).ifPresent(faults::add);
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
  }

  /** By the name of the storage type, in the order of names. */
  public Map<String, Double> all() {
    return new TreeMap<>(ofTb);
  }

  /** What bytes on a storage type cost a month; null if it has no price. */
  public @Nullable Double ofMonth(String type, long bytes) {
    Double price = ofTb.get(type);
    return price == null ? null : price * (bytes / TB);
  }
}
