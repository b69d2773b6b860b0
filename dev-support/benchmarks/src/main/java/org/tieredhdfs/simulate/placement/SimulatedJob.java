package org.tieredhdfs.simulate.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.tieredhdfs.report.Series;

/**
 * A job that writes the same number of blocks on every DataNode, as TeraGen does: each writer one
 * block after the other, each block for a time that differs, with heartbeats meanwhile.
 *
 * <p>Time is simulated; only how long a choice takes is the machine's. Used by one thread.
 */
final class SimulatedJob {
  private static final long BLOCK_BYTES = 128L << 20;
  private static final long HEARTBEAT_MS = 3_000;
  private static final long SAMPLE_MS = 1_000;
  private static final long WARM_UP_MS = 20_000;
  private static final long WRITE_MS = 10_000;
  private static final int WRITE_SPREAD_MS = 9_000;
  private static final int NANOS_PER_US = 1_000;

  private final SimulatedCluster cluster;
  private final SimulatedDatanodes datanodes;
  private final List<DatanodeDescriptor> nodes;
  private final BlockPlacementPolicy policy;
  private final BlockStoragePolicy hot =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();
  private final Random random;
  private final Map<DatanodeDescriptor, Integer> numbers = new HashMap<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atMs).thenComparingLong(Event::order));
  private final int[] stored;
  private final int[] inFlight;
  private final int[] left;
  private final int[] written;
  private final ReadingJob reading;
  private final List<Double> samplesMaxOverMean = new ArrayList<>();
  private final List<Long> sampledAtMs = new ArrayList<>();
  private long nowMs;
  private long added;
  private long choices;
  private long choosingNanos;
  private int writing;
  private double remoteReadsPercent;

  /** What happens at a time; of two at the same time, first what was added first. */
  private record Event(long atMs, long order, Runnable what) {}

  SimulatedJob(
      SimulatedCluster cluster,
      SimulatedDatanodes datanodes,
      BlockPlacementPolicy policy,
      Random random) {
    this.cluster = cluster;
    this.datanodes = datanodes;
    this.policy = policy;
    this.random = random;
    nodes = datanodes.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      numbers.put(nodes.get(i), i);
    }
    stored = new int[nodes.size()];
    inFlight = new int[nodes.size()];
    left = new int[nodes.size()];
    written = new int[nodes.size()];
    reading = new ReadingJob(nodes.size());
  }

  long nowMs() {
    return nowMs;
  }

  /** Runs the job to its end. */
  void run() {
    int blocks = cluster.nodes() * cluster.blocksPerNode() / SimulatedCluster.REPLICATION;
    for (int i = 0; i < blocks; i++) {
      left[i % left.length]++;
    }
    for (int i = 0; i < nodes.size(); i++) {
      int node = i;
      beat(node);
      at(random.nextInt((int) HEARTBEAT_MS), () -> heartbeat(node));
      // writers do not begin all at once
      at(random.nextInt(WRITE_SPREAD_MS), () -> write(node));
    }
    at(WARM_UP_MS, this::sample);
    writing = nodes.size();
    while (writing > 0) {
      Event event = events.remove();
      nowMs = event.atMs();
      event.what().run();
    }
    remoteReadsPercent = reading.remotePercent(random);
  }

  /** Replicas on each DataNode. */
  int[] stored() {
    return stored.clone();
  }

  /** Replicas on the fullest DataNode by the mean. */
  double maxOverMean() {
    return maxOverMean(stored);
  }

  /** Replicas on the fullest DataNode above the mean. */
  double aboveMean() {
    IntSummaryStatistics all = Arrays.stream(stored).summaryStatistics();
    return all.getMax() - all.getAverage();
  }

  /** Replicas being written on the busiest DataNode by the mean, once a second. */
  Series inFlightMaxOverMean() {
    return new Series("inFlightMaxOverMean", sampledAtMs, samplesMaxOverMean);
  }

  double meanInFlightMaxOverMean() {
    return samplesMaxOverMean.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Blocks that a {@link ReadingJob} reads over the network. */
  double remoteReadsPercent() {
    return remoteReadsPercent;
  }

  /** The mean time of a choice. */
  double chooseUs() {
    return (double) choosingNanos / choices / NANOS_PER_US;
  }

  private static double maxOverMean(int[] values) {
    IntSummaryStatistics all = Arrays.stream(values).summaryStatistics();
    return all.getAverage() == 0 ? 0 : all.getMax() / all.getAverage();
  }

  private void at(long atMs, Runnable what) {
    events.add(new Event(atMs, added++, what));
  }

  private void write(int writer) {
    if (left[writer] == 0) {
      writing--;
      return;
    }
    left[writer]--;
    long startNanos = System.nanoTime();
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(
            "/file",
            SimulatedCluster.REPLICATION,
            cluster.remoteWriters() ? null : nodes.get(writer),
            new ArrayList<>(),
            false,
            new HashSet<>(),
            BLOCK_BYTES,
            hot,
            EnumSet.noneOf(AddBlockFlag.class));
    choosingNanos += System.nanoTime() - startNanos;
    choices++;
    if (targets.length != SimulatedCluster.REPLICATION) {
      throw new IllegalStateException("not enough places: " + Arrays.toString(targets));
    }
    DatanodeStorageInfo.incrementBlocksScheduled(targets);
    for (DatanodeStorageInfo target : targets) {
      inFlight[number(target)]++;
    }
    reading.add(Arrays.stream(targets).map(this::number).toList());
    written[writer]++;
    long endMs = written[writer] * WRITE_MS + random.nextInt(WRITE_SPREAD_MS);
    at(
        endMs,
        () -> {
          received(targets);
          write(writer);
        });
  }

  private void received(DatanodeStorageInfo[] targets) {
    DatanodeStorageInfo.decrementBlocksScheduled(targets);
    for (DatanodeStorageInfo target : targets) {
      inFlight[number(target)]--;
      stored[number(target)]++;
    }
  }

  private int number(DatanodeStorageInfo target) {
    return numbers.getOrDefault(target.getDatanodeDescriptor(), -1);
  }

  private void heartbeat(int node) {
    beat(node);
    at(nowMs + HEARTBEAT_MS, () -> heartbeat(node));
  }

  private void beat(int node) {
    datanodes.heartbeat(
        nodes.get(node), nowMs + 1, Map.of(StorageType.DISK, stored[node] * BLOCK_BYTES));
  }

  private void sample() {
    if (writing == nodes.size()) {
      samplesMaxOverMean.add(maxOverMean(inFlight));
      sampledAtMs.add(nowMs);
      at(nowMs + SAMPLE_MS, this::sample);
    }
  }
}
