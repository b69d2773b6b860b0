package org.tieredhdfs.hbase.archive;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hbase.HBaseTieredKeys;

/**
 * How long files of the archive and old write-ahead logs are not moved.
 *
 * @param storeFileMs for the archive, in milliseconds from when a file came there
 * @param logMs for old logs, likewise
 */
record ArchiveAge(long storeFileMs, long logMs) {
  private static final String STORE_FILE_TTL = "hbase.master.hfilecleaner.ttl";
  private static final String LOG_TTL = "hbase.master.logcleaner.ttl";
  private static final String CLEANER_INTERVAL = "hbase.master.cleaner.interval";

  /** HBase 2.6's default. */
  private static final long DEFAULT_STORE_FILE_TTL_MS = 5 * 60_000L;

  private static final long DEFAULT_LOG_TTL_MS = 10 * 60_000L;
  private static final long DEFAULT_CLEANER_INTERVAL_MS = 10 * 60_000L;

  /** A round of the cleaner takes its time. */
  private static final long MARGIN_MS = 60_000L;

  static ArchiveAge of(Configuration conf) {
    long askedMs = HBaseTieredKeys.ARCHIVE_MIN_AGE.getDurationMs(conf);
    if (askedMs > 0) {
      return new ArchiveAge(askedMs, askedMs);
    }
    long roundMs = conf.getLong(CLEANER_INTERVAL, DEFAULT_CLEANER_INTERVAL_MS) + MARGIN_MS;
    return new ArchiveAge(
        conf.getLong(STORE_FILE_TTL, DEFAULT_STORE_FILE_TTL_MS) + roundMs,
        conf.getLong(LOG_TTL, DEFAULT_LOG_TTL_MS) + roundMs);
  }
}
