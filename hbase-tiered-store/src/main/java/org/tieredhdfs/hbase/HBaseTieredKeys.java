package org.tieredhdfs.hbase;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/**
 * The keys for the placement of HBase's files, and for the pace of its writers.
 *
 * <p>Those of store files can be given for a table or a family in its CONFIGURATION, too; not those
 * of write-ahead logs, of the archive and of the pace. Stateless.
 */
public final class HBaseTieredKeys implements ConfigKeys {
  private static final String PREFIX = "hbase.tiered.";
  private static final String REGION_SERVER = "RegionServer";
  private static final String MOVER = "file-level mover's service";
  private static final long TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000L;

  public static final ConfigKey WAL_POLICY =
      policy("wal", "Storage policy of write-ahead logs, for all tables together.");

  public static final ConfigKey FLUSH_POLICY = policy("flush", "Storage policy of flushed HFiles.");

  public static final ConfigKey COMPACTION_POLICY =
      policy(
          "compaction",
          "Storage policy of compacted HFiles; if small ones have their own, of those above the"
              + " limit.");

  public static final ConfigKey COMPACTION_SMALL_POLICY =
      policy("compaction.small", "Storage policy of compacted HFiles up to the size limit.");

  public static final ConfigKey COMPACTION_SMALL_MAX_SIZE =
      ConfigKey.size(
          PREFIX + "compaction.small.max.size",
          "1536m",
          0,
          Long.MAX_VALUE,
          REGION_SERVER,
          "The size limit of small compacted HFiles, estimated by the inputs; a misjudged file gets"
              + " the other policy afterwards.");

  public static final ConfigKey BULKLOAD_POLICY =
      policy("bulkload", "Storage policy of bulk-loaded HFiles.");

  public static final ConfigKey MOB_POLICY = policy("mob", "Storage policy of MOB files.");

  public static final ConfigKey ARCHIVE_POLICY =
      policy(
          "archive",
          "Storage policy of the archive and of old write-ahead logs, for all tables together, set"
              + " on their directories. A rule of the mover's service moves the files.");

  public static final ConfigKey ARCHIVE_MIN_AGE =
      ConfigKey.duration(
          PREFIX + "archive.min.age",
          "0",
          0,
          TEN_YEARS_MS,
          MOVER,
          "How long a file has to be in the archive or the old logs before the filter hbase-archive"
              + " allows its move. 0: until HBase's cleaner has had its turn.");

  public static final ConfigKey ARCHIVE_MOVE_LINKED =
      ConfigKey.bool(
          PREFIX + "archive.move.linked",
          false,
          MOVER,
          "Whether the filter hbase-archive allows moves of files that a restored or cloned table"
              + " reads.");

  public static final ConfigKey WRITE_PACING_MAX_WAIT =
      ConfigKey.duration(
          PREFIX + "write.pacing.max.wait",
          "0",
          0,
          600_000,
          REGION_SERVER,
          "How long a write to regions with nearly full memstores waits before HBase refuses it, at"
              + " most half of the client's time limit. 0: not at all.");

  public static final ConfigKey WRITE_PACING_MAX_HANDLERS_SHARE =
      ConfigKey.decimal(
          PREFIX + "write.pacing.max.handlers.share",
          0.5,
          0,
          1,
          REGION_SERVER,
          "The share of write handlers, at least one, that may wait like this at once; further"
              + " calls do not wait.");

  private static ConfigKey policy(String files, String description) {
    return ConfigKey.text(
        PREFIX + files + ".policy", "", REGION_SERVER, description + " Unset: as in Apache HBase.");
  }

  @Override
  public String title() {
    return "HBase: placement of files and pace of writers";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(
        WAL_POLICY,
        FLUSH_POLICY,
        COMPACTION_POLICY,
        COMPACTION_SMALL_POLICY,
        COMPACTION_SMALL_MAX_SIZE,
        BULKLOAD_POLICY,
        MOB_POLICY,
        ARCHIVE_POLICY,
        ARCHIVE_MIN_AGE,
        ARCHIVE_MOVE_LINKED,
        WRITE_PACING_MAX_WAIT,
        WRITE_PACING_MAX_HANDLERS_SHARE);
  }
}
