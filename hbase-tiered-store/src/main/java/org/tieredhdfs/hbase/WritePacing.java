package org.tieredhdfs.hbase;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.ipc.RWQueueRpcExecutor;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/**
 * Slows down clients that fill the memstore of a region faster than its medium takes the flushes.
 *
 * <p>HBase refuses writes to a region that holds several times the size at which it is flushed. The
 * client then waits between its tries, longer each time, up to twenty seconds, also after the
 * region has been flushed. With a fast log above slow disks all clients of a server wait like this
 * at once, and nothing is written meanwhile. Here a write waits in the server instead, and only as
 * long as the region is full: before it is applied, if the region would refuse it, and before it is
 * answered, the longer the fuller the region is. HBase checks a single put before any hook, so that
 * only the second wait keeps it from being refused; a batch has both. A checkAndMutate has none.
 *
 * <p>One for each region. Thread-safe. Holds no lock while it waits but that which keeps the region
 * open; a region that is about to close ends the wait.
 */
final class WritePacing {
  static final WritePacing NONE = new WritePacing(0, Long.MAX_VALUE, new Semaphore(0));

  private static final Set<Operation> WRITES =
      EnumSet.of(
          Operation.PUT,
          Operation.DELETE,
          Operation.APPEND,
          Operation.INCREMENT,
          Operation.BATCH_MUTATE);

  /** From which share of the size at which HBase refuses: twice that of a flush by default. */
  private static final double START = 0.5;

  /**
   * Half way from there the wait is a thirty-second of the longest: regions come that far while a
   * flush is at work, and need no brake. Near the end it has to make the rest of the room last as
   * long as a flush to a busy disk, which takes seconds.
   */
  private static final double STEEPNESS = 5;

  private static final long SLICE_MS = 20;

  /**
   * The call in which this thread has begun an operation of no named kind. That is how HBase begins
   * a checkAndMutate, whose write comes while the row is locked: others may not wait for its wait.
   */
  private static final ThreadLocal<RpcCall> LOCKING = new ThreadLocal<>();

  private final long maxWaitMs;
  private final long refusingBytes;
  private final Semaphore waiting;

  /**
   * @param refusingBytes at which HBase refuses writes to the region
   * @param waiting as many of the server's calls as may wait at once
   */
  WritePacing(long maxWaitMs, long refusingBytes, Semaphore waiting) {
    this.maxWaitMs = maxWaitMs;
    this.refusingBytes = refusingBytes;
    this.waiting = waiting;
  }

  /** As the server is configured; none for HBase's own tables, whose handlers are few. */
  static WritePacing of(RegionCoprocessorEnvironment env) {
    Configuration conf = env.getConfiguration();
    Region region = env.getRegion();
    long maxWaitMs = HBaseTieredKeys.WRITE_PACING_MAX_WAIT.getDurationMs(conf);
    if (maxWaitMs == 0 || region.getRegionInfo().getTable().isSystemTable()) {
      return NONE;
    }
    ConfigKey share = HBaseTieredKeys.WRITE_PACING_MAX_HANDLERS_SHARE;
    Object waiting =
        env.getSharedData()
            .computeIfAbsent(
                share.name(),
                key -> new Semaphore((int) Math.max(1, share.getDouble(conf) * handlers(conf))));
    long refusingTimes =
        conf.getLong(
            HConstants.HREGION_MEMSTORE_BLOCK_MULTIPLIER,
            HConstants.DEFAULT_HREGION_MEMSTORE_BLOCK_MULTIPLIER);
    return new WritePacing(
        maxWaitMs, refusingTimes * ((HRegion) region).getMemStoreFlushSize(), (Semaphore) waiting);
  }

  /** Those that write: where reads have queues of their own, the others are fewer. */
  static int handlers(Configuration conf) {
    int all =
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    float reading = conf.getFloat(RWQueueRpcExecutor.CALL_QUEUE_READ_SHARE_CONF_KEY, 0);
    return (int) (all * (1 - Math.min(1, Math.max(0, reading))));
  }

  /** Waits before a client's write is applied, as long as its region would refuse it. */
  void before(Region region, Operation operation) {
    if (operation == Operation.ANY && maxWaitMs > 0) {
      RpcServer.getCurrentCall().ifPresent(LOCKING::set);
    }
    pace(region, operation, limitMs -> share(region) >= 1 ? limitMs : 0);
  }

  /** Waits before a client's write is answered, the longer the fuller its region is. */
  void after(Region region, Operation operation) {
    if (operation == Operation.ANY && maxWaitMs > 0) {
      LOCKING.remove();
    }
    pace(region, operation, limitMs -> waitMs(share(region), limitMs));
  }

  private void pace(Region region, Operation operation, LongUnaryOperator waitMs) {
    if (maxWaitMs == 0 || !WRITES.contains(operation) || waitMs.applyAsLong(maxWaitMs) == 0) {
      return;
    }
    Optional<RpcCall> call = RpcServer.getCurrentCall();
    if (call.isPresent() && LOCKING.get() != call.get() && waiting.tryAcquire()) {
      try {
        await(region, call.get(), waitMs);
      } finally {
        waiting.release();
      }
    }
  }

  private void await(Region region, RpcCall call, LongUnaryOperator waitMs) {
    long startMs = EnvironmentEdgeManager.currentTime();
    long limitMs = call.getTimeout() > 0 ? Math.min(maxWaitMs, call.getTimeout() / 2) : maxWaitMs;
    // a call writes to many regions, one after the other, and its client waits for all of them
    long endMs = call.getReceiveTime() + limitMs;
    long nowMs = startMs;
    try {
      while (region.isAvailable()) {
        long untilMs = Math.min(endMs, startMs + waitMs.applyAsLong(limitMs));
        if (nowMs >= untilMs) {
          break;
        }
        Thread.sleep(Math.min(SLICE_MS, untilMs - nowMs));
        nowMs = EnvironmentEdgeManager.currentTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (nowMs > startMs) {
      PlacementMetrics.get().paced(nowMs - startMs);
    }
  }

  /** How long a write waits at a share of the size at which HBase refuses. */
  static long waitMs(double share, long limitMs) {
    if (share <= START) {
      return 0;
    }
    double above = Math.min(1, (share - START) / (1 - START));
    return Math.round(limitMs * Math.pow(above, STEEPNESS));
  }

  private double share(Region region) {
    return (double) (region.getMemStoreHeapSize() + region.getMemStoreOffHeapSize())
        / refusingBytes;
  }
}
