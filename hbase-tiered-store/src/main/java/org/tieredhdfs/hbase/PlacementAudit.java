package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up, after a file was committed, which storage types it was meant for and which it got.
 *
 * <p>One thread for the whole process, so that flushes and compactions wait for nothing; what does
 * not fit its queue is counted and let go. Thread-safe.
 */
final class PlacementAudit {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementAudit.class);
  private static final int QUEUE_LENGTH = 1024;
  private static final PlacementAudit INSTANCE = new PlacementAudit(PlacementMetrics.get());

  private final PlacementMetrics metrics;
  private final ThreadPoolExecutor executor;

  PlacementAudit(PlacementMetrics metrics) {
    this.metrics = metrics;
    executor =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(QUEUE_LENGTH),
            work -> {
              Thread thread = new Thread(work, "tiered-placement-audit");
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
  }

  static PlacementAudit get() {
    return INSTANCE;
  }

  /** Notes a file to be looked up; returns at once. */
  void committed(FileSystem fs, Path file, FileClass fileClass) {
    try {
      executor.execute(() -> look(fs, file, fileClass));
    } catch (RejectedExecutionException e) {
      metrics.auditDropped();
    }
  }

  private void look(FileSystem fs, Path file, FileClass fileClass) {
    try {
      FileSystem backing = PolicyAssigner.backing(fs);
      FileStatus status = backing.getFileStatus(file);
      List<StorageType> asked = asked(backing.getStoragePolicy(file), status.getReplication());
      for (BlockLocation block : backing.getFileBlockLocations(status, 0, status.getLen())) {
        count(fileClass, asked, block);
      }
    } catch (IOException | RuntimeException e) {
      // compacted away meanwhile, or no HDFS below: nothing to count
      LOG.debug("Where {} lies cannot be told", file, e);
    }
  }

  private void count(FileClass fileClass, List<StorageType> asked, BlockLocation block) {
    long bytes = block.getLength();
    Map<StorageType, Integer> wanted = new HashMap<>();
    for (StorageType type : asked) {
      metrics.asked(fileClass, type, bytes);
      wanted.merge(type, 1, Integer::sum);
    }
    for (StorageType type : block.getStorageTypes()) {
      metrics.got(fileClass, type, bytes);
      int left = wanted.merge(type, -1, Integer::sum);
      if (left < 0) {
        metrics.fellBack(fileClass, bytes);
      }
    }
  }

  /** One type for each replica: the last of a policy stands for all further ones. */
  private static List<StorageType> asked(BlockStoragePolicySpi policy, int replication) {
    StorageType[] types = policy.getStorageTypes();
    return java.util.stream.IntStream.range(0, replication)
        .mapToObj(replica -> types[Math.min(replica, types.length - 1)])
        .toList();
  }
}
