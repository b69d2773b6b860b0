package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;

/**
 * What a volume that hangs does to the users of another volume of the same DataNode.
 *
 * <p>On both sides the memory is typed NVDIMM, the one type of stock Hadoop that is memory and
 * keeps its blocks: so both do the same work.
 */
@Command(
    name = "stall",
    sortOptions = false,
    description = {
      "Hangs a DataNode's disk while clients use the DataNode's volume in memory,"
          + " and measures their latency: without other work, with re-replication, with"
          + " Hadoop's Mover, and with block reports; for writes only (freeze) or"
          + " everything (hang). Also measures createRbw and finalizeBlock under light"
          + " and heavy load.",
      "By default 5 repeats of 10 seconds: about 45 minutes for both sides; --quick takes about 4."
          + " A case from which the host of a virtual machine stole more than 3 %% of the processors'"
          + " time is measured again, up to three times in all.",
    })
public final class Stall extends Experiment<Stall.Case> {
  private static final String BASE = "no-freeze";
  private static final String CONVOY = "freeze-rereplication";
  private static final Load USUAL = new Load(1, 10, 64 << 10, 3, 200, 256 << 10);
  private static final Load LIGHT = new Load(1, 100, 64 << 10, 1, 500, 256 << 10);
  private static final Load HEAVY = new Load(4, 20, 256 << 10, 12, 50, 1 << 20);

  static final List<Case> CASES =
      List.of(
          new Case(BASE, FailSlowFault.NONE, Companion.NONE, USUAL),
          new Case("freeze", FailSlowFault.FREEZE, Companion.NONE, USUAL),
          new Case(CONVOY, FailSlowFault.FREEZE, Companion.REREPLICATION, USUAL),
          new Case("freeze-mover", FailSlowFault.FREEZE, Companion.MOVER, USUAL),
          new Case("freeze-block-report", FailSlowFault.FREEZE, Companion.BLOCK_REPORT, USUAL),
          new Case("hang", FailSlowFault.HANG, Companion.NONE, USUAL),
          new Case("hang-rereplication", FailSlowFault.HANG, Companion.REREPLICATION, USUAL),
          new Case("hang-mover", FailSlowFault.HANG, Companion.MOVER, USUAL),
          new Case("hang-block-report", FailSlowFault.HANG, Companion.BLOCK_REPORT, USUAL),
          new Case("reads-hang", FailSlowFault.READS_HANG, Companion.NONE, USUAL),
          new Case(
              "reads-hang-block-report", FailSlowFault.READS_HANG, Companion.BLOCK_REPORT, USUAL),
          new Case("light-load", FailSlowFault.NONE, Companion.NONE, LIGHT),
          new Case("heavy-load", FailSlowFault.NONE, Companion.NONE, HEAVY),
          new Case("heavy-load-freeze", FailSlowFault.FREEZE, Companion.REREPLICATION, HEAVY));

  private static final long GB = 1L << 30;
  private static final Map<String, MediaProfile> PROFILES =
      Map.of(
          StallCluster.FAST,
          MediaProfile.inMemory(2 * GB),
          StallCluster.SLOW,
          new MediaProfile(MediumModel.HDD, 1, 4 * GB));

  private static final long WARM_UP_MS = 20_000;
  private static final long REST_LIMIT_MS = 60_000;
  private static final long POLL_MS = 200;
  private static final long WELL_MS = 2_500;

  /**
   * One case.
   *
   * @param name in the report
   * @param fault of the slow volume
   * @param companion what goes on at the same time
   * @param load what clients do
   */
  record Case(String name, FailSlowFault fault, Companion companion, Load load) {
    /** Whether its latency is compared with that of the case without a freeze. */
    boolean isCompared() {
      return fault != FailSlowFault.NONE && load.equals(USUAL);
    }
  }

  /**
   * What clients do.
   *
   * @param fastWriters threads that write to the fast volume, and as many that read from it
   * @param fastIntervalMs pace of each
   * @param fastBytes size of their files
   * @param slowWriters threads that write to the slow volume; half as many read from it
   * @param slowIntervalMs pace of each
   * @param slowBytes size of their files
   */
  record Load(
      int fastWriters,
      long fastIntervalMs,
      int fastBytes,
      int slowWriters,
      long slowIntervalMs,
      int slowBytes) {}

  public Stall() {
    super(
        new BenchOptions("stall", new BenchOptions.Defaults(5, 10, 3).withMediaFactor(1)),
        Case::name,
        "fastWriteP99Ms",
        "fastWriteP999Ms",
        "fastWriteMaxMs",
        "fastReadMaxMs",
        "lastContactMaxSec",
        "stolenPercent");
  }

  @Override
  protected List<Case> cases() {
    return CASES;
  }

  @Override
  protected String clusterOf(Case one) {
    return "all";
  }

  @Override
  protected boolean isRepeatedWhenStolenFrom() {
    return true;
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<Case> asked) {
    return PROFILES;
  }

  /** With this project, a hung volume delays only its own users. */
  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    List<Bound> bounds = new ArrayList<>();
    for (Case one : CASES) {
      if (one.isCompared()) {
        for (String what : List.of("fastWrite", "fastRead")) {
          bounds.add(Bound.most(one.name(), Side.OURS, what + "P999Ms", 2).times(BASE, Side.OURS));
          bounds.add(Bound.most(one.name(), Side.OURS, what + "MaxMs", 1_000).forEach());
        }
      }
      bounds.add(Bound.most(one.name(), Side.OURS, "declaredDead", 0).forEach());
      for (String operation : List.of("CreateRbw", "FinalizeBlock")) {
        String wait = "fast" + operation + "WaitMeanMs";
        bounds.add(Bound.most(one.name(), Side.OURS, wait, 100).forEach());
      }
      if (one.fault() != FailSlowFault.NONE) {
        for (Side side : BenchOptions.BOTH) {
          bounds.add(
              Bound.least(one.name(), side, "slowMaxMs", 900)
                  .forEach()
                  .meaning("no user of the slow volume waited for it; nothing was measured"));
        }
      }
    }
    bounds.add(Bound.least(CONVOY, Side.STOCK, "fastWriteMaxMs", 10).times(CONVOY, Side.OURS));
    return bounds;
  }

  static ClusterSpec spec(BenchPlan plan, MediaPace pace, Side side) {
    ClusterSpec.Builder builder =
        BenchCluster.spec(plan, pace, side)
            .dataNodes(2)
            .layout(VolumeLayout.parse(StallCluster.FAST + "=1," + StallCluster.SLOW + "=1"))
            .heapMb(Role.DATANODE, 384)
            .setting("dfs.blocksize", "8m")
            .setting("dfs.replication", "1")
            // Dead after 2 * 5 + 10 * 1 = 20 s without a heartbeat
            .setting("dfs.namenode.heartbeat.recheck-interval", "5000");
    PROFILES.forEach(builder::profile);
    if (side == Side.OURS) {
      builder.setting(
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.tieredhdfs.hdfs.datanode.choose.StorageTypeRoundRobinVolumeChoosingPolicy");
    }
    return plan.build(builder);
  }

  @Override
  protected Place<Case> open(Setting<Case> setting)
      throws IOException, ClusterException, InterruptedException {
    StallCluster cluster =
        StallCluster.start(
            spec(setting.plan(), setting.pace(), setting.side()), setting.progress());
    boolean isWarm = false;
    try {
      Warm place = new Warm(cluster, setting.plan());
      setting.progress().waitingFor(List.of("warm-up"));
      Case warmUp = new Case("warm-up", FailSlowFault.NONE, Companion.MOVER, USUAL);
      place.measure(warmUp, WARM_UP_MS, Side.STOCK, 1);
      place.rest();
      isWarm = true;
      return place;
    } finally {
      if (!isWarm) {
        cluster.close();
      }
    }
  }

  private record Warm(StallCluster cluster, BenchPlan plan) implements Place<Case> {
    @Override
    public Outcome measure(Case one, Side side, int repeat)
        throws IOException, ClusterException, InterruptedException {
      return measure(one, TimeUnit.SECONDS.toMillis(plan.seconds()), side, repeat);
    }

    private Outcome measure(Case one, long faultMs, Side side, int repeat)
        throws IOException, ClusterException, InterruptedException {
      String stacks =
          String.format(Locale.ROOT, "stacks-%s-%s-%d.txt", one.name(), side.label(), repeat);
      return new StallRun(cluster, one, faultMs, plan.out().resolve(stacks)).measure(side);
    }

    /** Removes what a case left, and waits until the cluster is as it was before. */
    @Override
    public void rest() throws IOException, ClusterException, InterruptedException {
      cluster.hdfs().fs().delete(StallCluster.ROOT, true);
      long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_LIMIT_MS);
      while (!isWell()) {
        if (System.nanoTime() - endNs > 0) {
          throw new ClusterException(
              "the DataNode did not recover within " + REST_LIMIT_MS / 1_000 + " s");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      // The DataNode deletes after a heartbeat has delivered the orders
      TimeUnit.MILLISECONDS.sleep(WELL_MS);
    }

    private boolean isWell() throws IOException {
      long sinceMs = cluster.sinceContactMs();
      return sinceMs >= 0 && sinceMs < WELL_MS && cluster.hdfs().pendingDeletions() == 0;
    }

    @Override
    public void close() throws IOException, ClusterException {
      cluster.close();
    }
  }
}
