package org.tieredhdfs.bench.volumes;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.FixedRateLoad;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.volumes.Shares.BlockWrite;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares volume choosing policies on eight volumes of one type that writers keep busy. */
@Command(
    name = "volumes",
    sortOptions = false,
    description = {
      "Compares Hadoop's volume choosing policies with this project's on eight"
          + " emulated disks of one type, four of them twice as fast as the others, and"
          + " on equal disks. Also slows down a volume for a while, to see how fast it"
          + " loses its share and gets it back.",
      "--media-factor is that of the fast disks. By default 3 repeats of 30 seconds: about 25"
          + " minutes for both sides; --quick takes about 3.",
    })
public final class VolumeChoosing extends Experiment<VolumeChoosing.Case> {
  static final int VOLUMES = 8;
  private static final String STOCK = "org.apache.hadoop.hdfs.server.datanode.fsdataset.";
  private static final String OURS = "org.tieredhdfs.hdfs.datanode.choose.";
  private static final String ROUND_ROBIN = STOCK + "RoundRobinVolumeChoosingPolicy";
  private static final String SPACE = STOCK + "AvailableSpaceVolumeChoosingPolicy";
  private static final String TYPES = OURS + "StorageTypeRoundRobinVolumeChoosingPolicy";
  private static final String LATENCY = OURS + "LatencyAwareVolumeChoosingPolicy";
  static final List<Case> CASES =
      List.of(
          new Case("round-robin", Side.STOCK, ROUND_ROBIN, Shape.UNEQUAL),
          new Case("available-space", Side.STOCK, SPACE, Shape.UNEQUAL),
          new Case("type-round-robin", Side.OURS, TYPES, Shape.UNEQUAL),
          new Case("latency-aware", Side.OURS, LATENCY, Shape.UNEQUAL),
          new Case("equal-round-robin", Side.STOCK, ROUND_ROBIN, Shape.EQUAL),
          new Case("equal-type-round-robin", Side.OURS, TYPES, Shape.EQUAL),
          new Case("equal-latency-aware", Side.OURS, LATENCY, Shape.EQUAL),
          new Case("slowdown-round-robin", Side.STOCK, ROUND_ROBIN, Shape.SLOWDOWN),
          new Case("slowdown-latency-aware", Side.OURS, LATENCY, Shape.SLOWDOWN));

  /** The second is below 1 by what repeats of the same differ by. */
  private static final List<Bound> BOUNDS =
      List.of(
          Bound.least("latency-aware", Side.OURS, "mbPerSec", 1.25)
              .times("round-robin", Side.STOCK),
          Bound.least("equal-latency-aware", Side.OURS, "mbPerSec", 0.97)
              .times("equal-round-robin", Side.STOCK));

  private static final MediaProfile PROFILE = new MediaProfile(MediumModel.HDD, 1, 4L << 30);
  private static final int BLOCK_MB = 8;
  private static final int MAX_WRITERS = 256;
  private static final int WARM_UP_MS = 5_000;
  private static final long END_LIMIT_MS = 120_000;
  private static final long SERIES_STEP_MS = 1_000;
  private static final String STORAGE_ID = "storageID=";

  /** A volume that slows down is this many times slower than the other fast ones. */
  private static final int SLOWDOWN = 10;

  @Option(
      names = "--writers",
      paramLabel = "N",
      description = "threads that write; default: ${DEFAULT-VALUE}")
  int writers = 16;

  /** The kind of volumes. */
  enum Shape {
    /** The first half twice as fast as the second. */
    UNEQUAL,
    EQUAL,
    /** The same as unequal, and one of the fast ones becomes slow for a while. */
    SLOWDOWN
  }

  /**
   * A policy and the kind of volumes.
   *
   * @param side whose policy it is
   * @param policy its class
   */
  record Case(String name, Side side, String policy, Shape shape) {
    /** How many times slower than a fast volume a volume is, by its index. */
    double slowness(int index) {
      boolean isFast = index < VOLUMES / 2;
      // Equal volumes together are as fast as unequal ones.
      return shape == Shape.EQUAL ? 4.0 / 3 : isFast ? 1 : 2;
    }
  }

  public VolumeChoosing() {
    super(
        new BenchOptions("volumes", new BenchOptions.Defaults(3, 30, 5)),
        Case::name,
        "mbPerSec",
        "failedWrites",
        "fastHalfSharePercent",
        "loseShareSec",
        "regainShareSec");
  }

  @Override
  protected List<Case> cases() {
    OptionRange.require("--writers", writers, MAX_WRITERS);
    return CASES;
  }

  @Override
  protected boolean isMeasured(Case one, Side side, int repeat) {
    return one.side() == side;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return writers + " writers, " + plan.seconds() + " s";
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<Case> asked) {
    return Map.of("DISK", PROFILE);
  }

  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    return BOUNDS;
  }

  static ClusterSpec spec(BenchPlan plan, MediaPace pace, Case one) {
    return plan.build(
        BenchCluster.spec(plan, pace, one.side())
            .dataNodes(1)
            .layout(VolumeLayout.parse("DISK=" + VOLUMES))
            .profile("DISK", PROFILE)
            .heapMb(Role.DATANODE, 512)
            .setting("dfs.replication", "1")
            .setting("dfs.blocksize", BLOCK_MB + "m")
            // Otherwise the page cache hides a slow volume.
            .setting("dfs.datanode.synconclose", "true")
            .setting("dfs.datanode.fsdataset.volume.choosing.policy", one.policy()));
  }

  @Override
  protected Place<Case> open(Setting<Case> setting) throws IOException, ClusterException {
    BenchPlan plan = setting.plan();
    BenchCluster cluster =
        BenchCluster.start(spec(plan, setting.pace(), setting.first()), setting.progress());
    return Place.on(
        cluster::close,
        (one, side, repeat) -> new BusyVolumes(cluster, one, plan.seconds()).measure());
  }

  /** Writers of files of one block each, and where these lie. */
  private final class BusyVolumes {
    private final BenchCluster cluster;
    private final DataNodeAddress node;
    private final Case one;
    private final int seconds;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Queue<BlockWrite> writes = new ConcurrentLinkedQueue<>();
    private final long startNs = System.nanoTime();

    BusyVolumes(BenchCluster cluster, Case one, int seconds) throws IOException, ClusterException {
      this.cluster = cluster;
      node = cluster.view().dataNode("dn0");
      this.one = one;
      this.seconds = seconds;
    }

    Outcome measure() throws IOException, ClusterException, InterruptedException {
      List<Volume> volumes = cluster.volumes("dn0", "DISK");
      for (Volume volume : volumes) {
        indexes.put(storageId(volume), volumes.indexOf(volume));
        cluster.media().slow(volume, one.slowness(volumes.indexOf(volume)));
      }
      List<FixedRateLoad> busy = new ArrayList<>();
      byte[] content = new byte[BLOCK_MB << 20];
      for (int i = 0; i < writers; i++) {
        Path folder = new Path("/bench/w" + i);
        busy.add(FixedRateLoad.start("a write", 0, n -> write(new Path(folder, "f" + n), content)));
      }
      List<Long> timesMs = new ArrayList<>();
      try {
        TimeUnit.MILLISECONDS.sleep(WARM_UP_MS);
        timesMs.add(elapsedMs());
        pass(timesMs);
        if (one.shape() == Shape.SLOWDOWN) {
          cluster.media().slow(volumes.get(0), one.slowness(0) * SLOWDOWN);
          pass(timesMs);
          cluster.media().slow(volumes.get(0), one.slowness(0));
          pass(timesMs);
        }
      } finally {
        FixedRateLoad.end(busy, END_LIMIT_MS);
      }
      return outcome(new Shares(List.copyOf(writes)), timesMs, busy);
    }

    private void pass(List<Long> timesMs) throws InterruptedException {
      TimeUnit.SECONDS.sleep(seconds);
      timesMs.add(elapsedMs());
    }

    private void write(Path file, byte[] content) throws IOException {
      long beginMs = elapsedMs();
      cluster.write(file, content, node, false);
      String storage =
          cluster
              .fs()
              .getClient()
              .getLocatedBlocks(file.toUri().getPath(), 0)
              .get(0)
              .getStorageIDs()[0];
      Integer volume = indexes.get(storage);
      if (volume == null) {
        throw new IOException(file + " lies on none of the volumes, but on " + storage);
      }
      writes.add(new BlockWrite(beginMs, elapsedMs(), volume));
    }

    private long elapsedMs() {
      return (System.nanoTime() - startNs) / 1_000_000;
    }
  }

  private static String storageId(Volume volume) throws IOException {
    java.nio.file.Path version = volume.path().resolve("current/VERSION");
    return Files.readAllLines(version).stream()
        .filter(line -> line.startsWith(STORAGE_ID))
        .map(line -> line.substring(STORAGE_ID.length()))
        .findFirst()
        .orElseThrow(() -> new IOException(version + " has no storageID"));
  }

  /**
   * @param timesMs from when to when writes count; if a volume was slowed down, also when that
   *     began and ended
   */
  private static Outcome outcome(Shares shares, List<Long> timesMs, List<FixedRateLoad> writers) {
    long fromMs = timesMs.get(0);
    long toMs = timesMs.get(timesMs.size() - 1);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("mbPerSec", mbPerSec(shares, fromMs, toMs));
    metrics.put("failedWrites", (double) writers.stream().mapToLong(FixedRateLoad::failures).sum());
    double fast = 0;
    for (int i = 0; i < VOLUMES; i++) {
      double percent = 100 * shares.share(i, fromMs, toMs);
      metrics.put("volume" + i + "SharePercent", percent);
      fast += i < VOLUMES / 2 ? percent : 0;
    }
    metrics.put("fastHalfSharePercent", fast);
    if (timesMs.size() > 2) {
      long slowedMs = timesMs.get(1);
      long recoveredMs = timesMs.get(2);
      double former = shares.share(0, fromMs, slowedMs);
      metrics.put("shareBeforePercent", 100 * former);
      metrics.put("shareSlowedPercent", 100 * shares.share(0, slowedMs, recoveredMs));
      metrics.put("shareAfterPercent", 100 * shares.share(0, recoveredMs, toMs));
      metrics.put("loseShareSec", shares.lossSec(0, former, slowedMs, recoveredMs));
      metrics.put("regainShareSec", shares.regainSec(0, former, recoveredMs, toMs));
    }
    List<Double> rates = new ArrayList<>();
    for (long ms = fromMs + SERIES_STEP_MS; ms <= toMs; ms += SERIES_STEP_MS) {
      rates.add(mbPerSec(shares, ms - SERIES_STEP_MS, ms));
    }
    return new Outcome(
        metrics,
        List.of(FixedRateLoad.series(SERIES_STEP_MS, "mbPerSec", rates)),
        Map.of(),
        FixedRateLoad.firstFailures(writers).stream().limit(1).toList());
  }

  private static double mbPerSec(Shares shares, long fromMs, long toMs) {
    return shares.closed(fromMs, toMs) * BLOCK_MB / ((toMs - fromMs) / 1_000.0);
  }
}
