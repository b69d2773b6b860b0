package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up the intended and actual storage types of files, once, when they are committed: whether a
 * mover has brought them in place since, its own report tells.
 *
 * <p>One thread for the whole process, so that flushes and compactions never wait; files that do
 * not fit its queue are counted and skipped. Thread-safe.
 */
final class PlacementAudit {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementAudit.class);
  private static final int QUEUE_LENGTH = 1024;

  /** A log that was replaced is closed a little later. */
  private static final long LOG_CLOSE_MS = TimeUnit.SECONDS.toMillis(5);

  private static final PlacementAudit INSTANCE =
      new PlacementAudit(PlacementMetrics.get(), QUEUE_LENGTH);

  private final PlacementMetrics metrics;
  private final Semaphore room;
  private final ScheduledThreadPoolExecutor executor;

  PlacementAudit(PlacementMetrics metrics, int queueLength) {
    this.metrics = metrics;
    room = new Semaphore(queueLength);
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "tiered-placement-audit");
              thread.setDaemon(true);
              return thread;
            });
  }

  static PlacementAudit get() {
    return INSTANCE;
  }

  /** Records a file whose blocks were written under its policy; returns immediately. */
  void written(FileSystem fs, Path file, FileClass fileClass) {
    submit(0, () -> look(fs, file, fileClass, true));
  }

  /** Records a file that got its policy after its blocks were written; returns immediately. */
  void marked(FileSystem fs, Path file, FileClass fileClass) {
    submit(0, () -> look(fs, file, fileClass, false));
  }

  /** Records a write-ahead log that was replaced by a new one; returns immediately. */
  void logReplaced(FileSystem fs, Path log) {
    submit(LOG_CLOSE_MS, () -> look(fs, log, FileClass.WAL, true));
  }

  private void submit(long delayMs, Runnable look) {
    if (!room.tryAcquire()) {
      metrics.auditDropped();
      return;
    }
    var unused =
        executor.schedule(
            () -> {
              room.release();
              look.run();
            },
            delayMs,
            TimeUnit.MILLISECONDS);
  }

  private void look(FileSystem fs, Path file, FileClass fileClass, boolean writtenUnderPolicy) {
    try {
      FilePlace place = FilePlace.of(fs, file);
      place.askedBytes().forEach((type, bytes) -> metrics.asked(fileClass, type, bytes));
      place.gotBytes().forEach((type, bytes) -> metrics.got(fileClass, type, bytes));
      if (place.elsewhereBytes() > 0) {
        if (writtenUnderPolicy) {
          metrics.fellBack(fileClass, place.elsewhereBytes());
          LOG.warn(
              "{} ({}) should be on {} but is on {}",
              file,
              fileClass,
              place.askedBytes().keySet(),
              place.gotBytes().keySet());
        }
        metrics.outOfPlace(1, place.elsewhereBytes());
      }
    } catch (IOException | RuntimeException e) {
      // compacted away meanwhile, or no HDFS below: nothing to count
      LOG.debug("Cannot find out where {} is stored", file, e);
    }
  }
}
