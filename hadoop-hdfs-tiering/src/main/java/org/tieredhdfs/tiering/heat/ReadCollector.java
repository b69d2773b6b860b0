package org.tieredhdfs.tiering.heat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RefreshResponse;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolClientSideTranslatorPB;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolPB;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Daemon;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the DataNodes what was read of their blocks.
 *
 * <p>Some at once, each for a limited time, and all together for a limited time: one that is busy,
 * dead or has no {@link ReadCounter} is unknown, and holds up no other. What one told counts for
 * some time yet. Some {@value #MOST_BLOCKS} blocks are kept, of 16 bytes each. Used by one thread.
 */
public final class ReadCollector {
  private static final Logger LOG = LoggerFactory.getLogger(ReadCollector.class);
  private static final int THREADS = 16;
  private static final int CALL_LIMIT_MS = 5_000;
  private static final int MOST_BLOCKS = 1_000_000;
  private static final int LEAST_BLOCKS = 1_000;

  /** What a DataNode told so long ago stands for what it does not tell now. */
  private static final long VALID_MS = TimeUnit.HOURS.toMillis(1);

  private final Configuration conf;
  private final Asking asking;
  private final long limitMs;
  private Map<String, NodeReads> byNode = new HashMap<>();

  /** How one is asked. */
  @FunctionalInterface
  interface Asking {
    /**
     * @param most how many blocks it is to tell
     */
    ReadReport ask(DatanodeInfo node, int most) throws IOException;
  }

  /**
   * @param conf for calls of the present user
   * @param pool the block pool
   */
  public ReadCollector(Configuration conf, String pool) {
    this.conf = new Configuration(conf);
    this.asking = (node, most) -> ask(node, pool, most);
    this.limitMs = TimeUnit.MINUTES.toMillis(1);
    this.conf.set(
        CommonConfigurationKeys.HADOOP_SECURITY_SERVICE_USER_NAME_KEY,
        conf.get(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, ""));
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CALL_LIMIT_MS);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    RPC.setProtocolEngine(this.conf, GenericRefreshProtocolPB.class, ProtobufRpcEngine2.class);
  }

  ReadCollector(Asking asking, long limitMs) {
    this.conf = new Configuration(false);
    this.asking = asking;
    this.limitMs = limitMs;
  }

  /**
   * Asks.
   *
   * @param nodes those that the NameNode takes for live
   * @param leastKnownMs a DataNode that has counted for less is unknown
   */
  public BlockReads collect(Collection<DatanodeInfo> nodes, long leastKnownMs)
      throws InterruptedIOException {
    int most = Math.max(LEAST_BLOCKS, MOST_BLOCKS / Math.max(1, nodes.size()));
    Map<String, ReadReport> reports = askAll(nodes, Math.min(most, ReadCounter.MOST_BLOCKS));
    long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    Map<String, NodeReads> now = new HashMap<>();
    Set<String> unknown = new HashSet<>();
    for (DatanodeInfo node : nodes) {
      String uuid = node.getDatanodeUuid();
      NodeReads last = byNode.get(uuid);
      ReadReport report = reports.get(uuid);
      NodeReads reads = report == null ? last : NodeReads.of(report, nowMs, last);
      boolean isKnown = false;
      if (reads != null && nowMs - reads.toldMs() <= VALID_MS) {
        now.put(uuid, reads);
        isKnown = reads.knownMs(nowMs) >= leastKnownMs;
      }
      // one that leaves serves few readers; what it has is, or will be, elsewhere, too
      if (node.isInService() && !isKnown) {
        unknown.add(uuid);
      }
    }
    byNode = now;
    BlockReads all = new BlockReads(unknown);
    now.values().forEach(reads -> all.add(reads.at(nowMs)));
    LOG.info(
        "Reads of {} blocks are known, of {} DataNodes; {} are unknown",
        all.size(),
        now.size(),
        unknown.size());
    return all;
  }

  private Map<String, ReadReport> askAll(Collection<DatanodeInfo> nodes, int most)
      throws InterruptedIOException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS, Daemon::new);
    try {
      Map<DatanodeInfo, Future<ReadReport>> asked = new LinkedHashMap<>();
      nodes.forEach(node -> asked.put(node, threads.submit(() -> asking.ask(node, most))));
      Map<String, ReadReport> reports = new HashMap<>();
      int failures = 0;
      for (Map.Entry<DatanodeInfo, Future<ReadReport>> one : asked.entrySet()) {
        try {
          long leftNs = Math.max(0, endNs - System.nanoTime());
          reports.put(
              one.getKey().getDatanodeUuid(), one.getValue().get(leftNs, TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
          failures++;
          if (failures == 1) {
            LOG.warn(
                "{} does not tell its reads; of others only their number is logged: {}",
                one.getKey(),
                e.toString());
          }
        }
      }
      return reports;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    } finally {
      List<Runnable> unused = threads.shutdownNow();
    }
  }

  private ReadReport ask(DatanodeInfo node, String pool, int most) throws IOException {
    InetSocketAddress address =
        NetUtils.createSocketAddr(
            node.getIpcAddr(
                conf.getBoolean(
                    HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
                    HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT)));
    GenericRefreshProtocolPB proxy =
        RPC.getProtocolProxy(
                GenericRefreshProtocolPB.class,
                RPC.getProtocolVersion(GenericRefreshProtocolPB.class),
                address,
                UserGroupInformation.getCurrentUser(),
                conf,
                NetUtils.getDefaultSocketFactory(conf),
                CALL_LIMIT_MS,
                null)
            .getProxy();
    try (GenericRefreshProtocolClientSideTranslatorPB client =
        new GenericRefreshProtocolClientSideTranslatorPB(proxy)) {
      String[] words = {pool, String.valueOf(most)};
      for (RefreshResponse response : client.refresh(ReadCounter.COMMAND, words)) {
        return ReadReport.parse(response.getMessage(), most);
      }
      throw new IOException("no answer");
    }
  }
}
