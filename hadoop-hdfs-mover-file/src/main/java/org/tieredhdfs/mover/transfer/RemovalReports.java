package org.tieredhdfs.mover.transfer;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.ipc.RPC;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * Makes DataNodes report the deletion of old replicas early.
 *
 * <p>A DataNode deletes a replica when the answer to a heartbeat orders it, and reports that with
 * the next heartbeat, a whole interval later. While replicas are waited for on a node, it is asked
 * for an incremental report: shortly after the wait began, then less and less often. Nothing
 * depends on it; a node that refuses is left alone for a while. Bounded by the number of DataNodes.
 * Thread-safe.
 */
public final class RemovalReports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemovalReports.class);
  private static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long AFTER_FAILURE_NS = TimeUnit.SECONDS.toNanos(30);
  private static final double GROWTH = 1.6;

  /** Waiting files are checked more often than this. */
  private static final long STILL_EXPECTED_NS = TimeUnit.SECONDS.toNanos(3);

  private static final int THREADS = 2;

  /** Asks one DataNode for a report. */
  interface Asker {
    void ask(DatanodeInfo node) throws IOException;
  }

  private final Asker asker;
  private final Map<String, Expected> byNode = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor executor;

  /** Asks as {@code hdfs dfsadmin -triggerBlockReport -incremental} does. */
  public RemovalReports(Configuration conf) {
    this(node -> ask(node, conf));
  }

  RemovalReports(Asker asker) {
    this.asker = asker;
    // what comes after the end is of no use to anybody
    executor =
        new ScheduledThreadPoolExecutor(
            THREADS,
            new NamedThreads("file-mover-removals-"),
            new ThreadPoolExecutor.DiscardPolicy());
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static void ask(DatanodeInfo node, Configuration conf) throws IOException {
    boolean byHostName =
        conf.getBoolean(
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
    ClientDatanodeProtocol proxy =
        DFSUtilClient.createClientDatanodeProtocolProxy(
            node, conf, MoverKeys.CONNECT_TIMEOUT.getInt(conf), byHostName);
    try {
      proxy.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(true).build());
    } finally {
      RPC.stopProxy(proxy);
    }
  }

  /** A node whose reports of deleted replicas are awaited. */
  private final class Expected {
    private final DatanodeInfo node;
    private volatile long lastNs = System.nanoTime();

    /** Used by one thread at a time. */
    private long delayNs = FIRST_NS;

    Expected(DatanodeInfo node) {
      this.node = node;
    }

    void askNow() {
      try {
        asker.ask(node);
        delayNs = Math.min(LONGEST_NS, (long) (delayNs * GROWTH));
      } catch (IOException | RuntimeException e) {
        LOG.debug("{} will report at its next heartbeat", node, e);
        delayNs = AFTER_FAILURE_NS;
      }
      // a caller that arrives after the removal creates a new entry
      boolean isExpected = System.nanoTime() - lastNs < Math.max(STILL_EXPECTED_NS, delayNs);
      if (!isExpected) {
        byNode.remove(node.getDatanodeUuid(), this);
      } else {
        schedule();
      }
    }

    void schedule() {
      var unused = executor.schedule(this::askNow, delayNs, TimeUnit.NANOSECONDS);
    }
  }

  /** Requests an early report of a replica that a node deletes; returns immediately. */
  public void expectFrom(DatanodeInfo node) {
    byNode.compute(
        node.getDatanodeUuid(),
        (id, known) -> {
          Expected expected = known;
          if (expected == null) {
            expected = new Expected(node);
            expected.schedule();
          }
          expected.lastNs = System.nanoTime();
          return expected;
        });
  }

  /** How many nodes are being asked. */
  int nodes() {
    return byNode.size();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
