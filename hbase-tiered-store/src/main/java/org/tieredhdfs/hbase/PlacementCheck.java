package org.tieredhdfs.hbase;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.UnknownKeys;

/**
 * The strict check of the placement keys: reports every error, one sentence each, with the key, the
 * value and what is allowed. Stateless.
 */
final class PlacementCheck {
  private static final HBaseTieredKeys KEYS = new HBaseTieredKeys();

  /** The keys of what tables have in common, with that. */
  private static final Map<ConfigKey, String> COMMON =
      Map.of(
          HBaseTieredKeys.WAL_POLICY, "the server's WAL",
          HBaseTieredKeys.ARCHIVE_POLICY, "the archive",
          HBaseTieredKeys.ARCHIVE_MIN_AGE, "the archive",
          HBaseTieredKeys.ARCHIVE_MOVE_LINKED, "the archive",
          HBaseTieredKeys.WRITE_PACING_MAX_WAIT, "the server's handlers",
          HBaseTieredKeys.WRITE_PACING_MAX_HANDLERS_SHARE, "the server's handlers");

  private PlacementCheck() {}

  /**
   * The placement keys in a configuration; HBase's read-only configuration only supports iteration.
   */
  static Map<String, String> given(Configuration conf) {
    Map<String, String> given = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      if (entry.getKey().startsWith(KEYS.prefix())) {
        given.put(entry.getKey(), conf.getTrimmed(entry.getKey(), ""));
      }
    }
    return given;
  }

  /**
   * The names of the policies that the NameNode of HBase's file system has; none, with a warning,
   * if it does not tell.
   */
  static List<String> knownPolicies(Configuration conf) {
    List<String> names = new ArrayList<>();
    HarmlessHook.run(
        "the look for storage policies",
        () -> {
          FileSystem fs = CommonFSUtils.getRootDir(conf).getFileSystem(conf);
          PolicyAssigner.backing(fs).getAllStoragePolicies().stream()
              .map(BlockStoragePolicySpi::getName)
              .forEach(names::add);
        });
    return names;
  }

  /**
   * Faults of a server's configuration.
   *
   * @param knownPolicies the names of the policies that the NameNode has; none if that is not known
   */
  static List<String> ofServer(Configuration conf, Collection<String> knownPolicies) {
    List<String> faults = ofValues(conf::getTrimmed, knownPolicies);
    faults.addAll(UnknownKeys.faults(given(conf), List.of(KEYS)));
    plugged(conf, faults);
    return faults;
  }

  /** Faults of the CONFIGURATION of a table or a family, each named by {@code where}. */
  static List<String> ofDescriptor(
      String where, Map<String, String> values, Collection<String> knownPolicies) {
    List<String> faults = new ArrayList<>(ofValues(values::get, knownPolicies));
    faults.addAll(UnknownKeys.faults(values, List.of(KEYS)));
    COMMON.forEach(
        (key, shared) -> {
          if (values.containsKey(key.name())) {
            faults.add(
                key.name() + ": cannot be set for a table or a column family; all share " + shared);
          }
        });
    return faults.stream().map(fault -> where + ": " + fault).toList();
  }

  private static List<String> ofValues(
      Function<String, @Nullable String> values, Collection<String> knownPolicies) {
    List<String> faults = new ArrayList<>();
    Configuration given = new Configuration(false);
    for (ConfigKey key : KEYS.keys()) {
      String value = values.apply(key.name());
      if (value != null) {
        given.set(key.name(), value);
        key.fault(given).ifPresent(faults::add);
      }
    }
    for (FileClass fileClass : FileClass.values()) {
      String policy = fileClass.policyKey().getText(given);
      if (!policy.isEmpty()
          && !knownPolicies.isEmpty()
          && !knownPolicies.contains(policy.toUpperCase(Locale.ROOT))) {
        faults.add(
            fileClass
                .policyKey()
                .refusal(policy, "a storage policy: " + String.join(", ", knownPolicies)));
      }
    }
    return faults;
  }

  /** Without the plug-in that reads them, keys would be ignored silently. */
  private static void plugged(Configuration conf, List<String> faults) {
    StorePlacement placement = StorePlacement.of(conf);
    if (placement.concernsStores() && !RoutedEngine.isNamedIn(conf)) {
      faults.add(
          String.format(
              "%s: '%s' does not place files by class; it has to be one of %s",
              StoreEngine.STORE_ENGINE_CLASS_KEY,
              conf.getTrimmed(StoreEngine.STORE_ENGINE_CLASS_KEY, ""),
              String.join(", ", RoutedEngine.NAMES)));
    }
    ConfigKey wait = HBaseTieredKeys.WRITE_PACING_MAX_WAIT;
    boolean byRegion =
        placement.policy(FileClass.BULK_LOADED).isPresent()
            || placement.policy(FileClass.MOB).isPresent()
            || (wait.fault(conf).isEmpty() && wait.getDurationMs(conf) > 0);
    String key = CoprocessorHost.REGION_COPROCESSOR_CONF_KEY;
    String observer = TieredRegionObserver.class.getName();
    if (byRegion && !conf.getTrimmedStringCollection(key).contains(observer)) {
      faults.add(
          String.format(
              "%s: '%s' does not support hbase.tiered.*; it has to contain %s",
              key, conf.getTrimmed(key, ""), observer));
    }
    if (placement.policy(FileClass.WAL).isPresent()) {
      String stock = conf.getTrimmed(HConstants.WAL_STORAGE_POLICY, StorePlacement.NO_POLICY);
      String ours = HBaseTieredKeys.WAL_POLICY.getText(conf);
      if (!stock.equalsIgnoreCase(StorePlacement.NO_POLICY) && !stock.equalsIgnoreCase(ours)) {
        faults.add(
            HBaseTieredKeys.WAL_POLICY.refusal(
                ours, HConstants.WAL_STORAGE_POLICY + "'s " + stock));
      }
    }
  }
}
