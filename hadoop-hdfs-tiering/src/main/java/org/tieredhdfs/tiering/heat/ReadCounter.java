package org.tieredhdfs.tiering.heat;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.ipc.GenericRefreshProtocol;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RefreshResponse;
import org.apache.hadoop.ipc.proto.GenericRefreshProtocolProtos.GenericRefreshProtocolService;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolPB;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Daemon;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.start.OverlayInspector;
import org.tieredhdfs.hdfs.transfer.SentReads;
import org.tieredhdfs.tiering.rule.TieringKeys;

/**
 * A plug-in for {@code dfs.datanode.plugins} that counts what is read of each block, and tells
 * superusers.
 *
 * <p>It is asked over the DataNode's own RPC, by Hadoop's protocol for commands of all kinds:
 * {@code hdfs dfsadmin -refresh HOST:PORT tiered-reads POOL COUNT}. A local reader counts as one
 * that reads the whole block, when it gets the files and each {@value #LOCAL_MINUTES} minutes while
 * it keeps them. Thread-safe; the threads that send blocks never wait here.
 */
public final class ReadCounter implements ServicePlugin, Configurable, GenericRefreshProtocol {
  /** What is asked for, where a DataNode has commands of all kinds. */
  static final String COMMAND = "tiered-reads";

  /** How many blocks it tells at most. */
  static final int MOST_BLOCKS = 65_536;

  private static final Logger LOG = LoggerFactory.getLogger(ReadCounter.class);
  private static final Set<String> POINTS = Set.of("SENT_READ", "LOCAL_READ");
  private static final int LOCAL_MINUTES = 10;
  private static final int MOST_LOCAL_READERS = 1_000_000;

  private final LongSupplier clockMs;
  private final Map<String, ReadTable> byPool = new ConcurrentHashMap<>();
  private final long beginMs;
  private @Nullable Configuration conf;
  private @Nullable DataNode datanode;
  private @Nullable ScheduledExecutorService timer;

  /** Called by Hadoop. */
  public ReadCounter() {
    this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  ReadCounter(LongSupplier clockMs) {
    this.clockMs = clockMs;
    beginMs = clockMs.getAsLong();
  }

  /**
   * @throws ConfigurationFaultsException if a key of its own is wrong: the DataNode does not start
   */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf != null) {
      List<String> faults =
          Stream.of(TieringKeys.HALF_LIFE, TieringKeys.COUNTED_BLOCKS)
              .flatMap(key -> key.fault(conf).stream())
              .toList();
      if (!faults.isEmpty()) {
        throw new ConfigurationFaultsException(faults);
      }
    }
    this.conf = conf;
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  private Configuration requireConf() {
    Configuration set = conf;
    if (set == null) {
      throw new IllegalStateException("there is no configuration yet");
    }
    return set;
  }

  @Override
  public void start(Object service) {
    DataNode node = (DataNode) service;
    datanode = node;
    List<String> faults =
        new OverlayInspector(ReadCounter.class.getClassLoader())
            .states().stream()
                .filter(state -> POINTS.contains(state.point().name()) && !state.inForce())
                .map(state -> String.valueOf(state.fault()))
                .toList();
    if (!faults.isEmpty()) {
      LOG.error("Reads are not counted, and this DataNode's are unknown: {}", faults);
      return;
    }
    RPC.setProtocolEngine(requireConf(), GenericRefreshProtocolPB.class, ProtobufRpcEngine2.class);
    node.ipcServer.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        GenericRefreshProtocolPB.class,
        GenericRefreshProtocolService.newReflectiveBlockingService(
            new GenericRefreshProtocolServerSideTranslatorPB(this)));
    SentReads.COUNTERS.put(node, this::count);
    ScheduledExecutorService minutes = Executors.newSingleThreadScheduledExecutor(Daemon::new);
    timer = minutes;
    var unused =
        minutes.scheduleWithFixedDelay(
            this::lookAgain, LOCAL_MINUTES, LOCAL_MINUTES, TimeUnit.MINUTES);
    LOG.info("Reads of blocks are counted");
  }

  /** Counts bytes that were sent, or -1 for a local reader that got the files of a block. */
  private void count(ExtendedBlock block, long bytes) {
    try {
      count(
          block.getBlockPoolId(),
          block.getBlockId(),
          bytes < 0 ? storedBytes(block.getBlockPoolId(), block.getBlockId()) : bytes);
    } catch (RuntimeException | Error e) {
      // a reader is not to fail for it
      LOG.debug("A read of {} is not counted", block, e);
    }
  }

  void count(String pool, long block, long bytes) {
    table(pool).add(block, bytes, clockMs.getAsLong());
  }

  private ReadTable table(String pool) {
    ReadTable known = byPool.get(pool);
    // a pool that the DataNode has served a block of: there are few
    return known == null ? byPool.computeIfAbsent(pool, one -> table()) : known;
  }

  private ReadTable table() {
    return new ReadTable(
        TieringKeys.COUNTED_BLOCKS.getInt(requireConf()), halfLifeMs(), clockMs.getAsLong());
  }

  private long halfLifeMs() {
    return TieringKeys.HALF_LIFE.getDurationMs(requireConf());
  }

  /** What the DataNode stores: a client may say anything. */
  private long storedBytes(String pool, long block) {
    DataNode node = datanode;
    try {
      Block stored = node == null ? null : node.getFSDataset().getStoredBlock(pool, block);
      return stored == null ? 0 : stored.getNumBytes();
    } catch (IOException e) {
      LOG.debug("Block {} has gone", block, e);
      return 0;
    }
  }

  private void lookAgain() {
    try {
      countLocalReaders();
      renewTables();
    } catch (RuntimeException | Error e) {
      LOG.warn("Local readers are not counted", e);
    }
  }

  /** Counts the local readers that still have files open. */
  void countLocalReaders() {
    DataNode node = datanode;
    if (node != null) {
      for (ExtendedBlockId block :
          LocalReaders.blocks(node.getShortCircuitRegistry(), MOST_LOCAL_READERS)) {
        String pool = block.getBlockPoolId();
        count(pool, block.getBlockId(), storedBytes(pool, block.getBlockId()));
      }
    }
  }

  private void renewTables() {
    long nowMs = clockMs.getAsLong();
    byPool.replaceAll((pool, table) -> table.isOld(nowMs) ? table.renewed(nowMs) : table);
  }

  /** What it knows of a pool. */
  ReadReport report(String pool, int most) {
    long nowMs = clockMs.getAsLong();
    ReadTable table = byPool.get(pool);
    long countedMs = nowMs - beginMs;
    return table == null
        ? new ReadReport(countedMs, halfLifeMs(), 0, BlockCounts.none())
        : ReadReport.of(table, Math.min(most, MOST_BLOCKS), halfLifeMs(), countedMs, nowMs);
  }

  @Override
  public Collection<RefreshResponse> refresh(String command, String[] words) throws IOException {
    requireSuperuser();
    if (!command.equals(COMMAND)) {
      throw new IllegalArgumentException(
          "'" + command + "' is not allowed; it has to be " + COMMAND);
    }
    if (words.length != 2 || !words[1].matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          COMMAND
              + ": '"
              + String.join(" ", words)
              + "' is not allowed; it has to be a block pool"
              + " and how many blocks are told");
    }
    RefreshResponse told =
        new RefreshResponse(0, report(words[0], Integer.parseInt(words[1])).text());
    told.setSenderName(COMMAND);
    return List.of(told);
  }

  /** As the DataNode itself does for its own commands. */
  private void requireSuperuser() throws IOException {
    Configuration set = requireConf();
    boolean isChecked =
        set.getBoolean(
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_DEFAULT);
    UserGroupInformation caller = UserGroupInformation.getCurrentUser();
    String group =
        set.get(
            DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_DEFAULT);
    boolean isMine =
        caller.getShortUserName().equals(UserGroupInformation.getLoginUser().getShortUserName());
    if (isChecked && !isMine && !caller.getGroupsSet().contains(group)) {
      throw new AccessControlException(
          caller.getShortUserName() + " is not a superuser, who alone may ask for reads");
    }
  }

  @Override
  public void stop() {
    DataNode node = datanode;
    if (node != null) {
      SentReads.COUNTERS.remove(node);
    }
    ScheduledExecutorService minutes = timer;
    if (minutes != null) {
      minutes.shutdownNow();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
