package org.tieredhdfs.hbase;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
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

  /** A NameNode that is restarted may have other policies. */
  private static final long POLICIES_MAX_AGE_NS = TimeUnit.MINUTES.toNanos(1);

  private final PlacementMetrics metrics;
  private final Semaphore room;
  private final ScheduledThreadPoolExecutor executor;

  /** The storage types of policies by id, for each file system; for the one thread. */
  private final Map<URI, Map<Byte, StorageType[]>> policies = new HashMap<>();

  private long policiesReadNs;

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
      HdfsLocatedFileStatus found = FilePlace.look(fs, file);
      StorageType[] types = policies(fs).get(found.getStoragePolicy());
      if (types == null) {
        policies.clear();
        throw new IOException("unknown storage policy " + found.getStoragePolicy());
      }
      FilePlace place = FilePlace.of(found, types);
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

  private Map<Byte, StorageType[]> policies(FileSystem fs) throws IOException {
    if (System.nanoTime() - policiesReadNs > POLICIES_MAX_AGE_NS) {
      policies.clear();
    }
    Map<Byte, StorageType[]> known = policies.get(fs.getUri());
    if (known == null) {
      known = new HashMap<>();
      DFSClient client = PolicyAssigner.client(fs);
      for (BlockStoragePolicy policy : client.getStoragePolicies()) {
        known.put(policy.getId(), policy.getStorageTypes());
      }
      byte byDefault = client.getServerDefaults().getDefaultStoragePolicyId();
      known.put(HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED, known.get(byDefault));
      policies.put(fs.getUri(), known);
      policiesReadNs = System.nanoTime();
    }
    return known;
  }
}
