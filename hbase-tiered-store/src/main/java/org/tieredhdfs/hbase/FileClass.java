package org.tieredhdfs.hbase;

import org.tieredhdfs.hdfs.conf.ConfigKey;

/** What a file of HBase is to placement; each has the key that names its storage policy. */
public enum FileClass {
  /** Write-ahead log. */
  WAL,
  /** HFile written from a memstore. */
  FLUSHED,
  /** HFile written by a compaction, not above the bound of size. */
  COMPACTED_SMALL,
  /** HFile written by a compaction, above the bound, or any where no bound is in use. */
  COMPACTED,
  /** HFile that came by bulk load. */
  BULK_LOADED,
  /** File of medium-sized objects. */
  MOB,
  /** File that no table uses any more, or log that is all replayed: kept in the archive. */
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
