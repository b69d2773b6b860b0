package org.tieredhdfs.hbase;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/**
 * The keys that say where HBase's files go.
 *
 * <p>Those of store files can be given for a table or a family in its CONFIGURATION, too; not those
 * of write-ahead logs and of the archive. Stateless.
 */
public final class HBaseTieredKeys implements ConfigKeys {
  private static final String PREFIX = "hbase.tiered.";
  private static final String REGION_SERVER = "RegionServer";
  private static final String MOVER = "file-level mover's service";
  private static final long TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000L;

  public static final ConfigKey WAL_POLICY =
      policy("wal", "Storage policy of write-ahead logs. For all tables together.");

  public static final ConfigKey FLUSH_POLICY =
      policy("flush", "Storage policy of HFiles that a flush writes.");

  public static final ConfigKey COMPACTION_POLICY =
      policy(
          "compaction",
          "Storage policy of HFiles that a compaction writes; with a policy for small ones, of those"
              + " above the bound.");

  public static final ConfigKey COMPACTION_SMALL_POLICY =
      policy(
          "compaction.small",
          "Storage policy of HFiles that a compaction writes and that are not above the bound.");

  public static final ConfigKey COMPACTION_SMALL_MAX_SIZE =
      ConfigKey.size(
          PREFIX + "compaction.small.max.size",
          "1536m",
          0,
          Long.MAX_VALUE,
          REGION_SERVER,
          "The largest size of a compacted HFile that counts as small. Before it is written, the"
              + " sum of its inputs stands for its size; a misjudged file gets the other policy"
              + " afterwards.");

  public static final ConfigKey BULKLOAD_POLICY =
      policy("bulkload", "Storage policy of HFiles that come by bulk load.");

  public static final ConfigKey MOB_POLICY =
      policy("mob", "Storage policy of files of medium-sized objects (MOB).");

  public static final ConfigKey ARCHIVE_POLICY =
      policy(
          "archive",
          "Storage policy of the archive and of old write-ahead logs, for all tables together; it"
              + " is set on their directories. A rule of the mover's service clears the own"
              + " policy of files that arrive there, and moves their blocks. Unset: as in stock"
              + " HBase.");

  public static final ConfigKey ARCHIVE_MIN_AGE =
      ConfigKey.duration(
          PREFIX + "archive.min.age",
          "0",
          0,
          TEN_YEARS_MS,
          MOVER,
          "How long a file has to be in the archive, or among old logs, before the filter"
              + " hbase-archive lets it be moved. 0: until HBase's cleaner has had its turn"
              + " (hbase.master.hfilecleaner.ttl or hbase.master.logcleaner.ttl, one"
              + " hbase.master.cleaner.interval and a minute).");

  public static final ConfigKey ARCHIVE_MOVE_LINKED =
      ConfigKey.bool(
          PREFIX + "archive.move.linked",
          false,
          MOVER,
          "Whether the filter hbase-archive lets files be moved that a restored or cloned table"
              + " still reads through links.");

  private static ConfigKey policy(String files, String description) {
    return ConfigKey.text(
        PREFIX + files + ".policy", "", REGION_SERVER, description + " Unset: as in stock HBase.");
  }

  @Override
  public String title() {
    return "HBase: placement of files";
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
        ARCHIVE_MOVE_LINKED);
  }
}
