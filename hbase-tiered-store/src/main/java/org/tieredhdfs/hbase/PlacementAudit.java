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
 * Looks up, after a file was committed, which storage types it was meant for and which it got, and
 * goes on looking at those that are elsewhere.
 *
 * <p>One thread for the whole process, so that flushes and compactions wait for nothing; what does
 * not fit its queue is counted and let go. Thread-safe.
 */
final class PlacementAudit {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementAudit.class);
  private static final int QUEUE_LENGTH = 1024;
  private static final long LOOK_AGAIN_MS = TimeUnit.SECONDS.toMillis(10);

  /** A log that was replaced is closed a little later. */
  private static final long LOG_CLOSE_MS = TimeUnit.SECONDS.toMillis(5);

  private static final PlacementAudit INSTANCE =
      new PlacementAudit(PlacementMetrics.get(), QUEUE_LENGTH, LOOK_AGAIN_MS);

  private final PlacementMetrics metrics;
  private final PendingMoves pending;
  private final Semaphore room;
  private final ScheduledThreadPoolExecutor executor;

  PlacementAudit(PlacementMetrics metrics, int queueLength, long lookAgainMs) {
    this.metrics = metrics;
    pending = new PendingMoves(metrics);
    room = new Semaphore(queueLength);
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "tiered-placement-audit");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        executor.scheduleWithFixedDelay(
            pending::lookAgain, lookAgainMs, lookAgainMs, TimeUnit.MILLISECONDS);
  }

  static PlacementAudit get() {
    return INSTANCE;
  }

  /** Notes a file whose blocks were written under its policy; returns at once. */
  void written(FileSystem fs, Path file, FileClass fileClass) {
    submit(0, () -> look(fs, file, fileClass, true));
  }

  /** Notes a file that got its policy after its blocks were written; returns at once. */
  void marked(FileSystem fs, Path file, FileClass fileClass) {
    submit(0, () -> look(fs, file, fileClass, false));
  }

  /** Notes a write-ahead log that another one has followed; returns at once. */
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
              "{} ({}) was meant for {} and lies on {}",
              file,
              fileClass,
              place.askedBytes().keySet(),
              place.gotBytes().keySet());
        }
        pending.add(fs, file, place.elsewhereBytes());
      }
    } catch (IOException | RuntimeException e) {
      // compacted away meanwhile, or no HDFS below: nothing to count
      LOG.debug("Where {} lies cannot be told", file, e);
    }
  }
}
