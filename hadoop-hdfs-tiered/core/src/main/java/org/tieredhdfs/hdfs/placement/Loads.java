package org.tieredhdfs.hdfs.placement;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.TopologyLeaves;
import org.jspecify.annotations.Nullable;

/**
 * The load of every DataNode of a topology by storage type, shared by all policies of a NameNode.
 *
 * <p>Holds an entry for each DataNode in the topology and each type that it has, no more. The lists
 * from which nodes are drawn are made anew when nodes come or go, and from time to time, as a node
 * may get volumes of another type; one thread makes them while others go on with the old ones.
 * Thread-safe.
 */
public final class Loads {
  private static final long MAX_AGE_NANOS = 1_000_000_000;

  /** Making lists takes no more than this part of the time of those who choose. */
  private static final long BUILD_SHARE = 20;

  private static final Map<NetworkTopology, WeakReference<Loads>> BY_TOPOLOGY = new WeakHashMap<>();

  private final NetworkTopology topology;
  private final Map<StorageType, RunningMean> inFlightMeans = new ConcurrentHashMap<>();
  private final Map<StorageType, RunningMean> loadMeans = new ConcurrentHashMap<>();
  private final AtomicBoolean isBuilding = new AtomicBoolean();
  private volatile SpeedShares speeds = SpeedShares.equal();
  private volatile LongSupplier clockMs = org.apache.hadoop.util.Time::monotonicNow;
  private volatile Lists lists;

  /**
   * What is drawn from.
   *
   * @param byNode the loads of each node
   * @param byType the nodes that have a type
   * @param leaves how many nodes the topology had
   * @param madeNanos when it was made
   * @param tookNanos how long that took
   */
  private record Lists(
      Map<DatanodeDescriptor, Map<StorageType, TypeLoad>> byNode,
      Map<StorageType, TypeRoster> byType,
      int leaves,
      long madeNanos,
      long tookNanos) {}

  private Loads(NetworkTopology topology) {
    this.topology = topology;
    lists = build(Map.of());
  }

  /** The loads of a topology: the same for all who ask, as long as one of them holds it. */
  public static Loads of(NetworkTopology topology) {
    synchronized (BY_TOPOLOGY) {
      WeakReference<Loads> known = BY_TOPOLOGY.get(topology);
      Loads loads = known == null ? null : known.get();
      if (loads == null) {
        loads = new Loads(topology);
        BY_TOPOLOGY.put(topology, new WeakReference<>(loads));
      }
      return loads;
    }
  }

  /** Has simulated time pass instead of the machine's. */
  public void useClock(LongSupplier simulatedMs) {
    clockMs = simulatedMs;
  }

  /** Has volumes weigh by their speed. */
  void useSpeeds(SpeedShares shares) {
    speeds = shares;
    lists = build(lists.byNode());
  }

  long nowMs() {
    return clockMs.getAsLong();
  }

  /** The nodes that have a type; null if there are none. */
  @Nullable TypeRoster roster(StorageType type) {
    return lists.byType().get(type);
  }

  /** The types that any node has. */
  public List<StorageType> types() {
    return List.copyOf(lists.byType().keySet());
  }

  /** The loads of a type, in no particular order. */
  public List<TypeLoad> loads(StorageType type) {
    TypeRoster roster = roster(type);
    return roster == null ? List.of() : roster.loads();
  }

  /** Counts a block whose place was chosen. */
  public void choose(DatanodeDescriptor node, StorageType type, long bytes) {
    Lists now = lists;
    Map<StorageType, TypeLoad> ofNode = now.byNode().get(node);
    TypeLoad load = ofNode == null ? null : ofNode.get(type);
    if (load == null) {
      // the node or the type is new: it counts after the refresh
      refresh(true);
      return;
    }
    load.choose(bytes, nowMs());
  }

  /**
   * Takes into account what a node that was drawn has in flight.
   *
   * @return the mean of its type
   */
  double seeInFlight(StorageType type, double bytes) {
    return inFlightMeans.computeIfAbsent(type, any -> new RunningMean()).see(bytes);
  }

  /**
   * Takes into account the load of a node that was drawn.
   *
   * @return the mean of its type
   */
  double seeLoad(StorageType type, double bytes) {
    return loadMeans.computeIfAbsent(type, any -> new RunningMean()).see(bytes);
  }

  /** Makes the lists anew if they are old. */
  void refresh() {
    refresh(false);
  }

  /**
   * Makes the lists anew if they are old or a node was missed in them.
   *
   * @return whether it made them
   */
  boolean refresh(boolean isMissed) {
    Lists now = lists;
    long age = System.nanoTime() - now.madeNanos();
    boolean isDue =
        age > MAX_AGE_NANOS
            || ((isMissed || topology.getNumOfLeaves() != now.leaves())
                && age > BUILD_SHARE * now.tookNanos());
    if (!isDue || !isBuilding.compareAndSet(false, true)) {
      return false;
    }
    try {
      lists = build(now.byNode());
      return true;
    } finally {
      isBuilding.set(false);
    }
  }

  private Lists build(Map<DatanodeDescriptor, Map<StorageType, TypeLoad>> known) {
    long startNanos = System.nanoTime();
    List<Node> leaves = TopologyLeaves.of(topology);
    Map<String, String> keys = new HashMap<>();
    leaves.sort(
        Comparator.comparing(
            leaf -> keys.computeIfAbsent(leaf.getNetworkLocation(), TypeRoster::sortKey)));
    Map<DatanodeDescriptor, Map<StorageType, TypeLoad>> byNode = new HashMap<>();
    Map<StorageType, List<TypeLoad>> byType = new EnumMap<>(StorageType.class);
    for (Node leaf : leaves) {
      if (leaf instanceof DatanodeDescriptor node) {
        Map<StorageType, TypeLoad> old = known.getOrDefault(node, Map.of());
        Map<StorageType, TypeLoad> ofNode = new EnumMap<>(StorageType.class);
        for (StorageType type : node.getStorageTypes()) {
          TypeLoad kept = kept(node, type, old.get(type));
          ofNode.put(type, kept);
          byType.computeIfAbsent(type, any -> new ArrayList<>()).add(kept);
        }
        byNode.put(node, ofNode);
      }
    }
    learnSpeeds(byType);
    Map<StorageType, TypeRoster> rosters = new EnumMap<>(StorageType.class);
    byType.forEach((type, loads) -> rosters.put(type, new TypeRoster(loads)));
    long endNanos = System.nanoTime();
    return new Lists(byNode, rosters, leaves.size(), endNanos, endNanos - startNanos);
  }

  private void learnSpeeds(Map<StorageType, List<TypeLoad>> byType) {
    SpeedShares now = speeds;
    if (now.count()) {
      byType.forEach(
          (type, loads) ->
              now.learn(
                  type, loads.stream().flatMap(TypeLoad::storageIds).mapToLong(now::bytesPerSec)));
    }
  }

  /** A node that came back may be another object, equal to the one that went. */
  @SuppressWarnings("ReferenceEquality")
  private TypeLoad kept(DatanodeDescriptor node, StorageType type, @Nullable TypeLoad load) {
    return load != null && load.node() == node
        ? load
        : new TypeLoad(node, type, id -> speeds.share(type, id));
  }
}
