package org.tieredhdfs.hbase;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The placement of a store's files by its configuration (global, table and family, in that order).
 *
 * <p>Lenient: a size that cannot be read counts as the default, since a table's descriptor must not
 * keep its regions from opening; see {@link PlacementCheck} for the strict side. Immutable.
 */
public final class StorePlacement {
  private final Map<FileClass, String> policies = new EnumMap<>(FileClass.class);
  private final long smallMaxBytes;

  private StorePlacement(Configuration conf) {
    for (FileClass fileClass : FileClass.values()) {
      String policy = fileClass.policyKey().getText(conf);
      if (!policy.isEmpty()) {
        policies.put(fileClass, policy.toUpperCase(Locale.ROOT));
      }
    }
    boolean readable = HBaseTieredKeys.COMPACTION_SMALL_MAX_SIZE.fault(conf).isEmpty();
    smallMaxBytes =
        HBaseTieredKeys.COMPACTION_SMALL_MAX_SIZE.getSizeBytes(
            readable ? conf : new Configuration(false));
  }

  public static StorePlacement of(Configuration conf) {
    return new StorePlacement(conf);
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
   * The class of a file that a compaction writes.
   *
   * @param sizeBytes its size, or the sum of its inputs as long as it is not known; negative if
   *     nothing is known, which counts as large
   */
  public FileClass compacted(long sizeBytes) {
    boolean small = splitsBySize() && sizeBytes >= 0 && sizeBytes <= smallMaxBytes;
    return small ? FileClass.COMPACTED_SMALL : FileClass.COMPACTED;
  }
}
