package org.tieredhdfs.hbase;

import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The classes of HBase's files for placement, each with the key of its storage policy. */
public enum FileClass {
  /** Write-ahead log. */
  WAL,
  /** HFile written from a memstore. */
  FLUSHED,
  /** HFile written by a compaction, up to the size limit. */
  COMPACTED_SMALL,
  /** HFile written by a compaction, above the limit, or of any size if there is no limit. */
  COMPACTED,
  /** Bulk-loaded HFile. */
  BULK_LOADED,
  /** File of medium-sized objects. */
  MOB,
  /** File in the archive that no table uses any more, or old write-ahead log. */
  ARCHIVED;

  /** The key that names the policy of these files. */
  public ConfigKey policyKey() {
    return switch (this) {
      case WAL -> HBaseTieredKeys.WAL_POLICY;
      case FLUSHED -> HBaseTieredKeys.FLUSH_POLICY;
      case COMPACTED_SMALL -> HBaseTieredKeys.COMPACTION_SMALL_POLICY;
      case COMPACTED -> HBaseTieredKeys.COMPACTION_POLICY;
      case BULK_LOADED -> HBaseTieredKeys.BULKLOAD_POLICY;
      case MOB -> HBaseTieredKeys.MOB_POLICY;
      case ARCHIVED -> HBaseTieredKeys.ARCHIVE_POLICY;
    };
  }
}
