package org.tieredhdfs.hbase;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.DataTiering;
import org.apache.hadoop.hbase.regionserver.DataTieringManager;
import org.apache.hadoop.hbase.regionserver.DataTieringType;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The placement of a store's files by its configuration (global, table and family, in that order).
 *
 * <p>Lenient: a size or an age that cannot be read counts as the default, since a table's
 * descriptor must not keep its regions from opening; see {@link PlacementCheck} for the strict
 * side. Immutable.
 */
public final class StorePlacement {
  /** How HBase's own keys say that there is none. */
  static final String NO_POLICY = HStore.DEFAULT_BLOCK_STORAGE_POLICY;

  /** What lies in a family's own directories, to which HBase's policy applies. */
  private static final Set<FileClass> OF_STORES =
      EnumSet.of(
          FileClass.FLUSHED, FileClass.COMPACTED, FileClass.COMPACTED_SMALL, FileClass.BULK_LOADED);

  private final Map<FileClass, String> policies = new EnumMap<>(FileClass.class);
  private final long smallMaxBytes;
  private final DataTieringType tiering;
  private final long hotAgeMs;

  private StorePlacement(Configuration conf, Predicate<FileClass> isOurs) {
    for (FileClass fileClass : FileClass.values()) {
      String policy = fileClass.policyKey().getText(conf);
      if (!policy.isEmpty() && isOurs.test(fileClass)) {
        policies.put(fileClass, policy.toUpperCase(Locale.ROOT));
      }
    }
    boolean readable = HBaseTieredKeys.COMPACTION_SMALL_MAX_SIZE.fault(conf).isEmpty();
    smallMaxBytes =
        HBaseTieredKeys.COMPACTION_SMALL_MAX_SIZE.getSizeBytes(
            readable ? conf : new Configuration(false));
    tiering = policies.containsKey(FileClass.COMPACTED) ? tiering(conf) : DataTieringType.NONE;
    hotAgeMs = hotAgeMs(conf);
  }

  private static long hotAgeMs(Configuration conf) {
    long usualMs = DataTieringManager.DEFAULT_DATATIERING_HOT_DATA_AGE;
    try {
      return conf.getLong(DataTieringManager.DATATIERING_HOT_DATA_AGE_KEY, usualMs);
    } catch (NumberFormatException e) {
      return usualMs;
    }
  }

  private static DataTieringType tiering(Configuration conf) {
    boolean isOn =
        conf.getBoolean(
            DataTieringManager.GLOBAL_DATA_TIERING_ENABLED_KEY,
            DataTieringManager.DEFAULT_GLOBAL_DATA_TIERING_ENABLED);
    String name = conf.get(DataTieringManager.DATATIERING_KEY, "");
    return Arrays.stream(DataTieringType.values())
        .filter(type -> isOn && type.name().equals(name))
        .findFirst()
        .orElse(DataTieringType.NONE);
  }

  /** That of a server; what a table or a family says comes before it. */
  public static StorePlacement of(Configuration conf) {
    return new StorePlacement(conf, any -> true);
  }

  /**
   * That of a family. A policy that HBase itself has for the table or the family comes before the
   * keys of the server.
   *
   * @param conf of the store, in which all levels are one
   */
  public static StorePlacement of(
      Configuration conf, TableDescriptor table, ColumnFamilyDescriptor family) {
    Map<String, String> values = new HashMap<>(ofTable(table));
    values.putAll(ofFamily(family));
    String own = family.getStoragePolicy();
    String policy =
        own != null ? own : values.getOrDefault(HStore.BLOCK_STORAGE_POLICY_KEY, NO_POLICY);
    boolean isOfHBase = !policy.isBlank() && !policy.trim().equalsIgnoreCase(NO_POLICY);
    return new StorePlacement(
        conf,
        fileClass ->
            !isOfHBase
                || !OF_STORES.contains(fileClass)
                || values.containsKey(fileClass.policyKey().name()));
  }

  static StorePlacement of(HStore store) {
    return of(
        store.getReadOnlyConfiguration(),
        store.getHRegion().getTableDescriptor(),
        store.getColumnFamilyDescriptor());
  }

  static Map<String, String> ofTable(TableDescriptor table) {
    return inText(table.getValues());
  }

  /** What HBase reads for a family: its CONFIGURATION and, over it, its values. */
  static Map<String, String> ofFamily(ColumnFamilyDescriptor family) {
    Map<String, String> values = new HashMap<>(family.getConfiguration());
    values.putAll(inText(family.getValues()));
    return values;
  }

  private static Map<String, String> inText(Map<Bytes, Bytes> values) {
    Map<String, String> inText = new HashMap<>();
    values.forEach(
        (key, value) -> inText.put(Bytes.toString(key.get()), Bytes.toString(value.get())));
    return inText;
  }

  /** The policy of a class of files; empty if HBase's own placement applies. */
  public Optional<String> policy(FileClass fileClass) {
    return Optional.ofNullable(policies.get(fileClass));
  }

  /** Whether compacted files are placed by size. */
  public boolean splitsBySize() {
    return policies.containsKey(FileClass.COMPACTED_SMALL);
  }

  /** Whether there is any policy for store files. */
  public boolean concernsStores() {
    return policies.containsKey(FileClass.FLUSHED)
        || policies.containsKey(FileClass.COMPACTED)
        || policies.containsKey(FileClass.COMPACTED_SMALL);
  }

  /** The class whose policy applies to all files of a store with another engine. */
  public FileClass ofDirectory() {
    return policies.containsKey(FileClass.COMPACTED) ? FileClass.COMPACTED : FileClass.FLUSHED;
  }

  /**
   * How HBase's own data tiering (HBASE-28463) tells the age of a compacted file; empty if it is
   * off, or nothing is to be placed by it.
   */
  public Optional<DataTiering> dataTiering() {
    return Optional.ofNullable(tiering.getInstance());
  }

  /**
   * The class of a file that a compaction writes. What is hot by HBase's data tiering lies where
   * flushed files do.
   *
   * @param sizeBytes its size, or the sum of its inputs as long as it is not known; negative if
   *     nothing is known, which counts as large
   * @param newestMs the time of its newest data, in milliseconds since 1970, as HBase's data
   *     tiering tells it; as long as it is not known, the file counts as hot
   */
  public FileClass compacted(long sizeBytes, long newestMs) {
    if (tiering != DataTieringType.NONE
        && EnvironmentEdgeManager.currentTime() - newestMs <= hotAgeMs) {
      return FileClass.FLUSHED;
    }
    boolean small = splitsBySize() && sizeBytes >= 0 && sizeBytes <= smallMaxBytes;
    return small ? FileClass.COMPACTED_SMALL : FileClass.COMPACTED;
  }
}
