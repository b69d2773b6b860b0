package org.tieredhdfs.hbase.archive;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.hbase.HBaseTieredKeys;

/**
 * When a file of HBase's archive, or an old write-ahead log, is due to move: when the cleaner has
 * not deleted it and no table reads it any more.
 *
 * <p>HBase sets a file's time of modification when it archives it, so its age there is known.
 * Immutable.
 */
public final class ArchiveSchedule {
  private static final String STORE_FILE_TTL = "hbase.master.hfilecleaner.ttl";
  private static final String LOG_TTL = "hbase.master.logcleaner.ttl";
  private static final String CLEANER_INTERVAL = "hbase.master.cleaner.interval";

  /** HBase 2.6's default. */
  private static final long DEFAULT_STORE_FILE_TTL_MS = TimeUnit.MINUTES.toMillis(5);

  private static final long DEFAULT_LOG_TTL_MS = TimeUnit.MINUTES.toMillis(10);
  private static final long DEFAULT_CLEANER_INTERVAL_MS = TimeUnit.MINUTES.toMillis(10);

  /** A round of the cleaner takes its time. */
  private static final long MARGIN_MS = TimeUnit.MINUTES.toMillis(1);

  private static final String OLD_LOGS = "oldWALs";

  /** What HBase puts before the name of a file to name the directory of the links to it. */
  private static final String LINKS_PREFIX = ".links-";

  /**
   * Links vanish when their table is compacted, without any notification. A file that has waited
   * for that is asked about again after as long as it has waited, within these bounds.
   */
  private static final long LINKED_MIN_RECHECK_MS = TimeUnit.MINUTES.toMillis(5);

  private static final long LINKED_MAX_RECHECK_MS = TimeUnit.DAYS.toMillis(1);

  /** How long files of the archive are not moved, from when they came there. */
  private final long storeFileMs;

  /** How long old logs are not moved, likewise. */
  private final long logMs;

  private final boolean movesLinked;

  private ArchiveSchedule(long storeFileMs, long logMs, boolean movesLinked) {
    this.storeFileMs = storeFileMs;
    this.logMs = logMs;
    this.movesLinked = movesLinked;
  }

  /**
   * @param conf of HBase, for the cleaner's times and our keys
   */
  public static ArchiveSchedule of(Configuration conf) {
    boolean movesLinked = HBaseTieredKeys.ARCHIVE_MOVE_LINKED.getBoolean(conf);
    long askedMs = HBaseTieredKeys.ARCHIVE_MIN_AGE.getDurationMs(conf);
    if (askedMs > 0) {
      return new ArchiveSchedule(askedMs, askedMs, movesLinked);
    }
    long roundMs = conf.getLong(CLEANER_INTERVAL, DEFAULT_CLEANER_INTERVAL_MS) + MARGIN_MS;
    return new ArchiveSchedule(
        conf.getLong(STORE_FILE_TTL, DEFAULT_STORE_FILE_TTL_MS) + roundMs,
        conf.getLong(LOG_TTL, DEFAULT_LOG_TTL_MS) + roundMs,
        movesLinked);
  }

  /** When the file is due, or has to be checked again; not after {@code nowMs} if it is due. */
  public long dueMs(FileStatus file, FileSystem fileSystem, long nowMs) throws IOException {
    boolean isLog = isBelow(file.getPath(), OLD_LOGS);
    long oldEnoughMs = file.getModificationTime() + (isLog ? logMs : storeFileMs);
    if (oldEnoughMs <= nowMs && !isLog && !movesLinked && isLinked(file.getPath(), fileSystem)) {
      long waitedMs = nowMs - oldEnoughMs;
      return nowMs + Math.min(Math.max(waitedMs, LINKED_MIN_RECHECK_MS), LINKED_MAX_RECHECK_MS);
    }
    return oldEnoughMs;
  }

  private static boolean isBelow(Path path, String directory) {
    for (Path up = path.getParent(); up != null; up = up.getParent()) {
      if (up.getName().equals(directory)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLinked(Path path, FileSystem fileSystem) throws IOException {
    Path links = new Path(path.getParent(), LINKS_PREFIX + path.getName());
    try {
      return fileSystem.listStatusIterator(links).hasNext();
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
