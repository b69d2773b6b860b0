package org.tieredhdfs.bench.jmh;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures what it costs a NameNode to choose the nodes of a block, with this project's policy and
 * Hadoop's, for a writer on any of the DataNodes, each of which has three blocks in flight. What is
 * chosen is written by nobody.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChooseTargetBenchmark {
  private static final int NODES_PER_RACK = 40;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final int REPLICATION = 3;

  /** The policies that are compared. */
  public enum Policy {
    STOCK(BlockPlacementPolicyDefault.class),
    EVEN(EvenBlockPlacementPolicy.class);

    private final Class<? extends BlockPlacementPolicy> policyClass;

    Policy(Class<? extends BlockPlacementPolicy> policyClass) {
      this.policyClass = policyClass;
    }
  }

  @Param public Policy policy = Policy.STOCK;

  @Param({"636", "5000"})
  public int nodes;

  private SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
  private BlockStoragePolicy hot = BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();
  private BlockPlacementPolicy chooser = datanodes.policy(policy.policyClass);

  @Setup(Level.Trial)
  public void setUp() {
    datanodes = new SimulatedDatanodes(false);
    int racks = (nodes + NODES_PER_RACK - 1) / NODES_PER_RACK;
    for (int i = 0; i < nodes; i++) {
      DatanodeDescriptor node = datanodes.add("/rack" + i % racks, StorageType.DISK);
      datanodes.heartbeat(node, 1, Map.of());
    }
    hot = BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();
    chooser = datanodes.policy(policy.policyClass);
    for (int i = 0; i < nodes; i++) {
      DatanodeStorageInfo.incrementBlocksScheduled(choose());
    }
  }

  @Benchmark
  public DatanodeStorageInfo[] choose() {
    DatanodeDescriptor writer = datanodes.nodes().get(ThreadLocalRandom.current().nextInt(nodes));
    return chooser.chooseTarget(
        "/file",
        REPLICATION,
        writer,
        new ArrayList<>(),
        false,
        new HashSet<>(),
        BLOCK_BYTES,
        hot,
        EnumSet.noneOf(AddBlockFlag.class));
  }
}
