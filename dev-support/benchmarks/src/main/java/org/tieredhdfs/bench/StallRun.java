package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/**
 * Measures one case on one cluster: users of the fast volume work at a steady pace, users of the
 * slow one, too, and in the middle the slow one stops for a while.
 */
final class StallRun {
  private static final long LEAD_MS = 2_000;
  private static final long TAIL_MS = 2_000;
  private static final long END_LIMIT_MS = 120_000;
  private static final long STALL_MS = 1_000;
  private static final int READ_FILES = 32;

  private final StallCluster cluster;
  private final StallCase stallCase;
  private final long faultMs;
  private final StackPage stacks;
  private final List<FixedRateLoad> fastWriters = new ArrayList<>();
  private final List<FixedRateLoad> fastReaders = new ArrayList<>();
  private final List<FixedRateLoad> slowUsers = new ArrayList<>();

  /**
   * @param faultMs how long the slow volume stops
   * @param stacks takes what the DataNode does when a user of the fast volume waits too long
   */
  StallRun(StallCluster cluster, StallCase stallCase, long faultMs, StackPage stacks) {
    this.cluster = cluster;
    this.stallCase = stallCase;
    this.faultMs = faultMs;
    this.stacks = stacks;
  }

  /** Runs the case; the slow volume works again afterwards, however it ends. */
  BenchmarkCase measure(Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    OperationTimes times = new OperationTimes(cluster.measured());
    Companion companion = Companion.of(stallCase.companion(), cluster);
    companion.prepare();
    Path fast = cluster.directory("fast", StallCluster.FAST);
    Path slow = cluster.directory("slow", StallCluster.SLOW);
    StallCase.Load load = stallCase.load();
    List<Path> fastFiles =
        cluster.fill(new Path(fast, "read"), READ_FILES, load.fastBytes(), cluster.measured());
    List<Path> slowFiles =
        cluster.fill(new Path(slow, "read"), READ_FILES, load.slowBytes(), cluster.measured());
    if (stallCase.fault().needsEmptyCache()) {
      cluster.dropCaches();
    }
    LastContactMonitor lastContact =
        LastContactMonitor.start(
            cluster.hdfs().fs(), cluster.measured().transferPort(), sinceMs -> watchStalls());
    try {
      startUsers(fast, slow, fastFiles, slowFiles);
      TimeUnit.MILLISECONDS.sleep(LEAD_MS);
      fault(companion);
      TimeUnit.MILLISECONDS.sleep(TAIL_MS);
    } finally {
      stopUsers();
      lastContact.close();
    }
    companion.end();
    return new BenchmarkCase(
        stallCase.name(), side, repeat, metrics(times, lastContact, side), series());
  }

  private void fault(Companion companion)
      throws IOException, InterruptedException, ClusterException {
    long startNs = System.nanoTime();
    try {
      cluster.begin(stallCase.fault());
      companion.begin();
      long leftMs = faultMs - (System.nanoTime() - startNs) / 1_000_000;
      TimeUnit.MILLISECONDS.sleep(Math.max(0, leftMs));
    } finally {
      cluster.end();
    }
  }

  private void startUsers(Path fast, Path slow, List<Path> fastFiles, List<Path> slowFiles) {
    StallCase.Load load = stallCase.load();
    BenchCluster hdfs = cluster.hdfs();
    byte[] fastContent = new byte[load.fastBytes()];
    byte[] slowContent = new byte[load.slowBytes()];
    for (int i = 0; i < load.fastWriters(); i++) {
      Path own = new Path(fast, "w" + i);
      fastWriters.add(
          FixedRateLoad.start(
              "write to the fast volume",
              load.fastIntervalMs(),
              n -> hdfs.write(new Path(own, "f" + n), fastContent, cluster.measured(), false)));
      fastReaders.add(
          FixedRateLoad.start(
              "read from the fast volume",
              load.fastIntervalMs(),
              n -> hdfs.read(fastFiles.get((int) (n % fastFiles.size())))));
    }
    for (int i = 0; i < load.slowWriters(); i++) {
      Path own = new Path(slow, "w" + i);
      slowUsers.add(
          FixedRateLoad.start(
              "write to the slow volume",
              load.slowIntervalMs(),
              n -> hdfs.write(new Path(own, "f" + n), slowContent, cluster.measured(), true)));
    }
    for (int i = 0; i < (load.slowWriters() + 1) / 2; i++) {
      slowUsers.add(
          FixedRateLoad.start(
              "read from the slow volume",
              load.slowIntervalMs(),
              n -> hdfs.read(slowFiles.get((int) (n % slowFiles.size())))));
    }
  }

  private void watchStalls() {
    for (FixedRateLoad user : List.copyOf(fastWriters)) {
      if (user.runningMs() > STALL_MS) {
        stacks.take();
      }
    }
  }

  private void stopUsers() throws InterruptedException, ClusterException {
    List<FixedRateLoad> users = new ArrayList<>(fastWriters);
    users.addAll(fastReaders);
    users.addAll(slowUsers);
    users.forEach(FixedRateLoad::stop);
    long endNs = System.nanoTime() + END_LIMIT_MS * 1_000_000;
    for (FixedRateLoad user : users) {
      if (!user.join((endNs - System.nanoTime()) / 1_000_000)) {
        users.forEach(FixedRateLoad::close);
        throw new ClusterException(
            stallCase.name() + ": a user of a volume is stuck although the volume works again");
      }
    }
  }

  private Map<String, Double> metrics(
      OperationTimes times, LastContactMonitor lastContact, Side side) throws IOException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    add(metrics, "fastWrite", fastWriters);
    add(metrics, "fastRead", fastReaders);
    metrics.put("lastContactMaxSec", lastContact.longestSec());
    metrics.put("declaredDead", lastContact.isDeclaredDead() ? 1.0 : 0.0);
    metrics.put("slowOps", (double) slowUsers.stream().mapToLong(FixedRateLoad::count).sum());
    metrics.put("slowMaxMs", slowUsers.stream().mapToDouble(FixedRateLoad::maxMs).max().orElse(0));
    metrics.put("slowErrors", (double) slowUsers.stream().mapToLong(FixedRateLoad::failures).sum());
    metrics.putAll(times.totals());
    if (side == Side.OURS) {
      metrics.putAll(times.ofVolume("fast", cluster.fast().path()));
      metrics.putAll(times.ofVolume("slow", cluster.slow().path()));
    }
    return metrics;
  }

  /** Of several threads, percentiles are those of the slowest one. */
  private static void add(Map<String, Double> metrics, String name, List<FixedRateLoad> users) {
    metrics.put(name + "P50Ms", slowest(users, 50));
    metrics.put(name + "P99Ms", slowest(users, 99));
    metrics.put(name + "P999Ms", slowest(users, 99.9));
    metrics.put(name + "MaxMs", users.stream().mapToDouble(FixedRateLoad::maxMs).max().orElse(0));
    metrics.put(name + "Ops", (double) users.stream().mapToLong(FixedRateLoad::count).sum());
    metrics.put(name + "Errors", (double) users.stream().mapToLong(FixedRateLoad::failures).sum());
  }

  private static double slowest(List<FixedRateLoad> users, double percentile) {
    return users.stream().mapToDouble(user -> user.percentileMs(percentile)).max().orElse(0);
  }

  private List<Series> series() {
    return fastWriters.stream()
        .limit(1)
        .map(w -> w.slowest().series("fastWriteSlowestMs"))
        .toList();
  }

  /** Why users of the fast volume failed, at most one reason of each. */
  List<String> failures() {
    List<FixedRateLoad> users = new ArrayList<>(fastWriters);
    users.addAll(fastReaders);
    return users.stream().map(FixedRateLoad::firstFailure).filter(why -> !why.isEmpty()).toList();
  }
}
