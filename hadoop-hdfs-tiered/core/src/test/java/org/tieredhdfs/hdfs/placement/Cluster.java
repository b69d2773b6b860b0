package org.tieredhdfs.hdfs.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/**
 * Simulated DataNodes with a policy that chooses among them, and blocks that are written at once.
 */
final class Cluster {
  static final long BLOCK_BYTES = 128L << 20;
  static final BlockStoragePolicySuite SUITE = BlockStoragePolicySuite.createDefaultSuite();

  final SimulatedDatanodes datanodes;
  private final Map<DatanodeDescriptor, Map<StorageType, Long>> stored = new HashMap<>();
  private final BlockPlacementPolicy policy;
  private long nowMs = 1;

  Cluster(SimulatedDatanodes datanodes, Class<? extends BlockPlacementPolicy> policy) {
    this.datanodes = datanodes;
    this.policy = datanodes.policy(policy);
    Loads.of(datanodes.topology()).useClock(() -> nowMs);
    datanodes.nodes().forEach(this::heartbeat);
  }

  BlockPlacementPolicy policy() {
    return policy;
  }

  DatanodeDescriptor node(int number) {
    return datanodes.nodes().get(number);
  }

  DatanodeStorageInfo[] choose(@Nullable Node writer, String policyName, int replicas) {
    return choose(writer, policyName, replicas, List.of(), Set.of());
  }

  DatanodeStorageInfo[] choose(
      @Nullable Node writer,
      String policyName,
      int replicas,
      List<DatanodeStorageInfo> given,
      Set<Node> excluded) {
    BlockStoragePolicy storagePolicy = SUITE.getPolicy(policyName);
    return policy.chooseTarget(
        "/file",
        replicas,
        writer,
        new ArrayList<>(given),
        false,
        new HashSet<>(excluded),
        BLOCK_BYTES,
        storagePolicy,
        EnumSet.noneOf(AddBlockFlag.class));
  }

  /** What a NameNode does when a block is allocated. */
  void allocate(DatanodeStorageInfo... targets) {
    DatanodeStorageInfo.incrementBlocksScheduled(targets);
  }

  /** What it does when DataNodes have received one; the next heartbeat has its bytes. */
  void receive(DatanodeStorageInfo... targets) {
    DatanodeStorageInfo.decrementBlocksScheduled(targets);
    for (DatanodeStorageInfo target : targets) {
      stored
          .computeIfAbsent(target.getDatanodeDescriptor(), any -> new EnumMap<>(StorageType.class))
          .merge(target.getStorageType(), BLOCK_BYTES, Long::sum);
    }
  }

  /** Allocates a block and receives it; some time passes. */
  void write(DatanodeStorageInfo... targets) {
    allocate(targets);
    receive(targets);
    nowMs += 300;
  }

  void store(DatanodeDescriptor node, StorageType type, long bytes) {
    stored.computeIfAbsent(node, any -> new EnumMap<>(StorageType.class)).put(type, bytes);
  }

  void heartbeat(DatanodeDescriptor node) {
    datanodes.heartbeat(node, nowMs, stored.getOrDefault(node, Map.of()));
  }

  /** Lets time pass, and every DataNode report. */
  void heartbeats() {
    nowMs += 3_000;
    datanodes.nodes().forEach(this::heartbeat);
  }

  long blocks(DatanodeDescriptor node, StorageType type) {
    return stored.getOrDefault(node, Map.of()).getOrDefault(type, 0L) / BLOCK_BYTES;
  }

  /** Blocks on the fullest of the nodes that have a type, by the mean. */
  double maxOverMean(StorageType type) {
    long[] blocks =
        datanodes.nodes().stream()
            .filter(node -> node.hasStorageType(type))
            .mapToLong(node -> blocks(node, type))
            .toArray();
    return Arrays.stream(blocks).max().orElse(0) / Arrays.stream(blocks).average().orElse(1);
  }

  TypeLoad load(DatanodeDescriptor node, StorageType type) {
    return Loads.of(datanodes.topology()).loads(type).stream()
        .filter(load -> load.node().equals(node))
        .findAny()
        .orElseThrow();
  }

  long nowMs() {
    return nowMs;
  }
}
