package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.FixedRateLoad;
import org.tieredhdfs.bench.PacedLoop;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.spec.ClusterException;
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
  private static final long CONTACT_INTERVAL_MS = 200;
  private static final int STACKS_LIMIT_MS = 5_000;
  private static final int READ_FILES = 32;

  private final StallCluster cluster;
  private final Stall.Case one;
  private final long faultMs;
  private final java.nio.file.Path stacks;
  private boolean hasStacks;
  private final List<FixedRateLoad> fastWriters = new ArrayList<>();
  private final List<FixedRateLoad> fastReaders = new ArrayList<>();
  private final List<FixedRateLoad> slowUsers = new ArrayList<>();
  private final AtomicLong longestMs = new AtomicLong();
  private volatile boolean isDeclaredDead;

  /**
   * @param faultMs how long the slow volume stops
   * @param stacks takes the DataNode's stacks when a user of the fast volume waits too long
   */
  StallRun(StallCluster cluster, Stall.Case one, long faultMs, java.nio.file.Path stacks) {
    this.cluster = cluster;
    this.one = one;
    this.faultMs = faultMs;
    this.stacks = stacks;
  }

  /** Runs the case; the slow volume works again afterwards, however it ends. */
  Outcome measure(Side side) throws IOException, ClusterException, InterruptedException {
    OperationTimes times = new OperationTimes(cluster.measured());
    Companion.Beginning companion = one.companion().prepare(cluster);
    Path fast = cluster.directory("fast", StallCluster.FAST);
    Path slow = cluster.directory("slow", StallCluster.SLOW);
    List<Path> fastFiles = filesToRead(fast, one.load().fastBytes());
    List<Path> slowFiles = filesToRead(slow, one.load().slowBytes());
    if (one.fault().hangsReads()) {
      cluster.hdfs().media().dropCaches();
    }
    PacedLoop watch = PacedLoop.start("contact", CONTACT_INTERVAL_MS, number -> watch());
    Companion.Ending end;
    try {
      startUsers(fast, slow, fastFiles, slowFiles);
      TimeUnit.MILLISECONDS.sleep(LEAD_MS);
      end = suffer(companion);
      TimeUnit.MILLISECONDS.sleep(TAIL_MS);
    } finally {
      List<FixedRateLoad> users = new ArrayList<>(fastWriters);
      users.addAll(fastReaders);
      users.addAll(slowUsers);
      try {
        FixedRateLoad.end(users, END_LIMIT_MS);
      } finally {
        watch.close();
      }
    }
    end.end();
    return outcome(times, side);
  }

  private List<Path> filesToRead(Path directory, int bytes) throws IOException {
    return cluster.fill(new Path(directory, "read"), READ_FILES, bytes, cluster.measured());
  }

  private Companion.Ending suffer(Companion.Beginning companion)
      throws IOException, InterruptedException, ClusterException {
    long startNs = System.nanoTime();
    StartedParts fault = one.fault().begin(cluster.hdfs(), cluster.slow());
    try {
      fault.add(dropCaches()::close);
      Companion.Ending end = companion.begin();
      long leftMs = faultMs - (System.nanoTime() - startNs) / 1_000_000;
      TimeUnit.MILLISECONDS.sleep(Math.max(0, leftMs));
      return end;
    } finally {
      fault.close();
    }
  }

  /** Once, in a thread of its own, because it may wait for the hung device. */
  private PacedLoop dropCaches() throws ClusterException {
    Media media = cluster.hdfs().media();
    return PacedLoop.start(
        "drop caches",
        TimeUnit.HOURS.toMillis(1),
        number -> {
          if (one.fault().hangsReads()) {
            media.dropCleanCaches();
          }
        });
  }

  private void startUsers(Path fast, Path slow, List<Path> fastFiles, List<Path> slowFiles) {
    Stall.Load load = one.load();
    for (int i = 0; i < load.fastWriters(); i++) {
      Path own = new Path(fast, "w" + i);
      fastWriters.add(write("fast", own, load.fastBytes(), load.fastIntervalMs(), false));
      fastReaders.add(read("fast", fastFiles, load.fastIntervalMs()));
    }
    for (int i = 0; i < load.slowWriters(); i++) {
      Path own = new Path(slow, "w" + i);
      slowUsers.add(write("slow", own, load.slowBytes(), load.slowIntervalMs(), true));
    }
    for (int i = 0; i < (load.slowWriters() + 1) / 2; i++) {
      slowUsers.add(read("slow", slowFiles, load.slowIntervalMs()));
    }
  }

  private FixedRateLoad write(String which, Path own, int bytes, long intervalMs, boolean sync) {
    BenchCluster hdfs = cluster.hdfs();
    byte[] content = new byte[bytes];
    return FixedRateLoad.start(
        "write to the " + which + " volume",
        intervalMs,
        n -> hdfs.write(new Path(own, "f" + n), content, cluster.measured(), sync));
  }

  private FixedRateLoad read(String which, List<Path> files, long intervalMs) {
    return FixedRateLoad.start(
        "read from the " + which + " volume",
        intervalMs,
        n -> cluster.hdfs().read(files.get((int) (n % files.size()))));
  }

  /** Asks when the NameNode last heard of the DataNode, and whether somebody waits too long. */
  private void watch() throws IOException {
    long sinceMs = cluster.sinceContactMs();
    isDeclaredDead |= sinceMs < 0;
    longestMs.accumulateAndGet(sinceMs, Math::max);
    for (FixedRateLoad user : List.copyOf(fastWriters)) {
      if (user.runningMs() > STALL_MS) {
        takeStacks();
      }
    }
  }

  /** Once; they help to find the cause of a stall, and the figures do not need them. */
  private void takeStacks() throws IOException {
    if (!hasStacks) {
      hasStacks = true;
      URLConnection page =
          URI.create("http://" + cluster.measured().http() + "/stacks").toURL().openConnection();
      page.setConnectTimeout(STACKS_LIMIT_MS);
      page.setReadTimeout(STACKS_LIMIT_MS);
      try (InputStream in = page.getInputStream()) {
        Files.copy(in, stacks, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Outcome outcome(OperationTimes times, Side side) throws IOException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    FixedRateLoad.put(metrics, "fastWrite", fastWriters);
    FixedRateLoad.put(metrics, "fastRead", fastReaders);
    metrics.put("lastContactMaxSec", longestMs.get() / 1_000.0);
    metrics.put("declaredDead", isDeclaredDead ? 1.0 : 0.0);
    metrics.put("slowOps", slowUsers.stream().mapToDouble(FixedRateLoad::count).sum());
    metrics.put("slowMaxMs", FixedRateLoad.highest(slowUsers, FixedRateLoad::maxMs));
    metrics.put("slowErrors", slowUsers.stream().mapToDouble(FixedRateLoad::failures).sum());
    metrics.putAll(times.totals());
    if (side == Side.OURS) {
      metrics.putAll(times.ofVolume("fast", cluster.fast().path()));
      metrics.putAll(times.ofVolume("slow", cluster.slow().path()));
    }
    List<String> failures = new ArrayList<>(FixedRateLoad.firstFailures(fastWriters));
    failures.addAll(FixedRateLoad.firstFailures(fastReaders));
    List<Series> series = List.of(fastWriters.get(0).slowest("fastWriteSlowestMs"));
    return new Outcome(metrics, series, Map.of(), failures);
  }
}
