package org.tieredhdfs.simulate.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
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
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final int[] stored;
  private final int[] inFlight;
  private final int[] left;
  private final int[] written;
  private final ReadingJob reading;
  private final List<Double> samplesMaxOverMean = new ArrayList<>();
  private final List<Long> sampledAtMs = new ArrayList<>();
  private long nowMs;
  private long choices;
  private long choosingNanos;
  private int writing;

  /** What happens at a time. */
  private record Event(
      long atMs, long order, Kind kind, int node, List<DatanodeStorageInfo> targets)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atMs, other.atMs);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** Kinds of events. */
  private enum Kind {
    WRITTEN,
    HEARTBEAT,
    SAMPLE
  }

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
  JobFigures run() {
    int blocks = cluster.nodes() * cluster.blocksPerNode() / SimulatedCluster.REPLICATION;
    for (int i = 0; i < blocks; i++) {
      left[i % left.length]++;
    }
    long order = 0;
    for (int i = 0; i < nodes.size(); i++) {
      beat(i);
      events.add(
          new Event(random.nextInt((int) HEARTBEAT_MS), order++, Kind.HEARTBEAT, i, List.of()));
      // writers do not begin all at once
      events.add(new Event(random.nextInt(WRITE_SPREAD_MS), order++, Kind.WRITTEN, i, List.of()));
    }
    events.add(new Event(WARM_UP_MS, order++, Kind.SAMPLE, 0, List.of()));
    writing = nodes.size();
    while (writing > 0) {
      Event event = events.remove();
      nowMs = event.atMs();
      happen(event, order++);
    }
    return new JobFigures(
        Arrays.stream(stored).boxed().toList(),
        samplesMaxOverMean,
        sampledAtMs,
        reading.remotePercent(random),
        (double) choosingNanos / choices / NANOS_PER_US);
  }

  private void happen(Event event, long order) {
    switch (event.kind()) {
      case WRITTEN -> {
        received(event.targets());
        write(event.node(), order);
      }
      case HEARTBEAT -> {
        beat(event.node());
        events.add(new Event(nowMs + HEARTBEAT_MS, order, Kind.HEARTBEAT, event.node(), List.of()));
      }
      case SAMPLE -> {
        if (writing == nodes.size()) {
          sample();
          events.add(new Event(nowMs + SAMPLE_MS, order, Kind.SAMPLE, 0, List.of()));
        }
      }
    }
  }

  private void write(int writer, long order) {
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
    events.add(new Event(endMs, order, Kind.WRITTEN, writer, List.of(targets)));
  }

  private void received(List<DatanodeStorageInfo> targets) {
    DatanodeStorageInfo.decrementBlocksScheduled(targets.toArray(new DatanodeStorageInfo[0]));
    for (DatanodeStorageInfo target : targets) {
      inFlight[number(target)]--;
      stored[number(target)]++;
    }
  }

  private int number(DatanodeStorageInfo target) {
    return numbers.getOrDefault(target.getDatanodeDescriptor(), -1);
  }

  private void beat(int node) {
    datanodes.heartbeat(
        nodes.get(node), nowMs + 1, Map.of(StorageType.DISK, stored[node] * BLOCK_BYTES));
  }

  private void sample() {
    samplesMaxOverMean.add(JobFigures.maxOverMean(Arrays.stream(inFlight).boxed().toList()));
    sampledAtMs.add(nowMs);
  }
}
