package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.failslow.client.FailSlowLoad;
import org.tieredhdfs.bench.failslow.client.OperationKind;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What clients of HDFS and HBase notice of a volume that hangs or is slow; each case has a cluster
 * of its own, since volumes remember that they hung.
 */
@Command(
    name = "failslow",
    sortOptions = false,
    description = {
      "Hangs, slows or stutters one emulated volume while clients put rows into HBase, flush records"
          + " and read, and measures the longest operation of each kind, until when the volume is"
          + " used again, and whether anything acknowledged is lost. With Apache Hadoop and with"
          + " this project in turn.",
      "Cases: no-fault, wal-hang-ram, wal-hang-ssd, wal-hang-disk, reads-hang, slow-10x, stutter,"
          + " wal-hang-ssd-pipeline, wal-hang-ssd-3-nodes. By default 3 repeats with a fault of 60"
          + " seconds: about 4 hours and 6 GB of memory. Empties the page cache of the machine each"
          + " second. Needs root."
    })
public final class FailSlow extends Experiment<FailSlow.Case> {
  private static final String ASYNC = "asyncfs";
  private static final String PIPELINE = "filesystem";

  static final List<Case> CASES =
      List.of(
          Case.usual("no-fault", FailSlowFault.NONE, FailSlowMedium.SSD),
          Case.usual("wal-hang-ram", FailSlowFault.HANG, FailSlowMedium.RAM),
          Case.usual("wal-hang-ssd", FailSlowFault.HANG, FailSlowMedium.SSD),
          Case.usual("wal-hang-disk", FailSlowFault.HANG, FailSlowMedium.DISK),
          Case.usual("reads-hang", FailSlowFault.READS_HANG, FailSlowMedium.SSD),
          Case.usual("slow-10x", FailSlowFault.SLOW, FailSlowMedium.SSD),
          Case.usual("stutter", FailSlowFault.STUTTER, FailSlowMedium.SSD),
          Case.hang("wal-hang-ssd-pipeline", null, PIPELINE),
          Case.hang("wal-hang-ssd-3-nodes", 3, ASYNC),
          Case.falseAlarm("no-fault-heavy", FailSlowFault.NONE, FailSlowLoad.HEAVY),
          Case.falseAlarm("node-slow-10x", FailSlowFault.SLOW_NODE, FailSlowLoad.USUAL),
          Case.falseAlarm("machine-pause", FailSlowFault.PAUSE, FailSlowLoad.USUAL));

  /** Nine daemons on two processors. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private static final int MIN_DATANODES = 3;
  private static final int MAX_DATANODES = 16;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description =
          "DataNodes of the cluster, 3 or more; wal-hang-ssd-3-nodes has three in any case; default:"
              + " ${DEFAULT-VALUE}")
  int dataNodes = 5;

  @Option(
      names = "--false-alarms",
      description =
          "measures this project where no volume fails: no-fault-heavy (64 writers, scans and moves"
              + " for --seconds), node-slow-10x, and machine-pause (a DataNode is stopped for 5"
              + " seconds)")
  boolean isOfFalseAlarms;

  @Option(
      names = "--keep-page-cache",
      description =
          "leaves the page cache of the machine alone, for the sake of others that use it; reads"
              + " come from memory then, and do not notice most faults")
  boolean keepsPageCache;

  /**
   * One case.
   *
   * @param name in the report
   * @param fault what happens
   * @param medium that the fault hits: of the write-ahead log, and of most users' files
   * @param dataNodes how many the cluster has; null for as many as asked for
   * @param walProvider of HBase: {@code asyncfs}, its default, or {@code filesystem}
   * @param load what clients do
   * @param isFalseAlarm whether it shows that nobody is cut off or excluded without need
   */
  record Case(
      String name,
      FailSlowFault fault,
      FailSlowMedium medium,
      @Nullable Integer dataNodes,
      String walProvider,
      FailSlowLoad load,
      boolean isFalseAlarm) {
    private static Case usual(String name, FailSlowFault fault, FailSlowMedium medium) {
      return new Case(name, fault, medium, null, ASYNC, FailSlowLoad.USUAL, false);
    }

    private static Case hang(String name, @Nullable Integer dataNodes, String walProvider) {
      return new Case(
          name,
          FailSlowFault.HANG,
          FailSlowMedium.SSD,
          dataNodes,
          walProvider,
          FailSlowLoad.USUAL,
          false);
    }

    private static Case falseAlarm(String name, FailSlowFault fault, FailSlowLoad load) {
      return new Case(name, fault, FailSlowMedium.SSD, null, ASYNC, load, true);
    }

    /** The medium of everything else: of HFiles, and of users that the fault should not reach. */
    FailSlowMedium otherMedium() {
      if (load.moves()) {
        return FailSlowMedium.DISK;
      }
      return medium == FailSlowMedium.RAM ? FailSlowMedium.SSD : FailSlowMedium.RAM;
    }
  }

  public FailSlow() {
    super(
        new BenchOptions("failslow", new BenchOptions.Defaults(3, 60, 8).withMediaFactor(1)),
        Case::name,
        "longestPutMs",
        "longestHflushMs",
        "longestReadMs",
        "putP999Ms",
        "lostRows",
        "backInUseSec",
        "cutOffWriters",
        "excludedMax");
  }

  @Override
  protected List<Case> cases() {
    OptionRange.require("--datanodes", dataNodes, MIN_DATANODES, MAX_DATANODES, "");
    return CASES;
  }

  @Override
  protected boolean isUsual(Case one) {
    return one.isFalseAlarm() == isOfFalseAlarms;
  }

  /** False alarms are of this project alone. */
  @Override
  protected boolean isMeasured(Case one, Side side, int repeat) {
    return side == Side.OURS || !one.isFalseAlarm();
  }

  @Override
  protected String scale(BenchPlan plan) {
    return dataNodes + " DataNodes, " + plan.seconds() + " s";
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<Case> asked) {
    return FailSlowMedium.profiles();
  }

  /**
   * A volume that fails costs its users a blink, others nothing, and nothing is lost. Apache
   * Hadoop's measurements are not judged.
   */
  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    List<Bound> bounds = new ArrayList<>();
    for (Case one : CASES) {
      bounds.add(most(one, "lostRows", 0));
      bounds.add(most(one, "lostRecords", 0));
      bounds.addAll(one.fault().isOfAVolume() ? ofUsers(one) : ofFalseAlarms(one));
      if (one.fault() != FailSlowFault.NONE) {
        bounds.add(most(one, "backInUseSec", 60));
      }
    }
    return bounds;
  }

  private static Bound most(Case one, String metric, double limit) {
    return Bound.most(one.name(), Side.OURS, metric, limit).required();
  }

  private static List<Bound> ofUsers(Case one) {
    List<Bound> bounds = new ArrayList<>();
    if (one.fault() == FailSlowFault.HANG) {
      if (one.medium() != FailSlowMedium.DISK) {
        bounds.add(most(one, OperationFigures.longest(OperationKind.PUT), 1_000));
      }
      bounds.add(
          Bound.least(one.name(), Side.OURS, "cutOffWriters", 1)
              .required()
              .meaning("no writer was on the volume that hung; nothing was measured"));
    }
    bounds.add(
        most(one, OperationFigures.longest(OperationKind.HFLUSH), 2.0 * one.medium().cutoffMs()));
    bounds.add(most(one, OperationFigures.longest(OperationKind.READ), 1_000));
    for (OperationKind other : List.of(OperationKind.OTHER_HFLUSH, OperationKind.OTHER_READ)) {
      bounds.add(
          Bound.most(one.name(), Side.OURS, other.word() + "P999Ms", 1.5)
              .timesOwn(other.word() + "P999BeforeMs"));
    }
    return bounds;
  }

  /** Neither a load nor a node that is slow as a whole is a volume that fails. */
  private static List<Bound> ofFalseAlarms(Case one) {
    List<Bound> bounds = new ArrayList<>();
    if (one.fault() == FailSlowFault.PAUSE) {
      bounds.add(most(one, "excludedAtEnd", 0));
      bounds.add(most(one, "unhealthyAtEnd", 0));
    } else {
      bounds.add(most(one, "cutOffWriters", 0));
      bounds.add(most(one, "droppedReaders", 0));
      bounds.add(most(one, "refusedReaders", 0));
    }
    if (one.fault() == FailSlowFault.NONE) {
      bounds.add(most(one, "excludedMax", 0));
    }
    if (one.load().moves()) {
      bounds.add(
          Bound.least(one.name(), Side.OURS, "movedBytes", 1)
              .required()
              .meaning("nothing was moved"));
    }
    return bounds;
  }

  ClusterSpec spec(BenchPlan plan, MediaPace pace, Case one, Side side) {
    Integer own = one.dataNodes();
    ClusterSpec.Builder builder =
        BenchCluster.spec(plan, pace, side)
            .hbase(true)
            .dataNodes(own != null ? own : dataNodes)
            .startLimit(START_LIMIT)
            .layout(VolumeLayout.parse(FailSlowMedium.LAYOUT))
            .heapMb(Role.DATANODE, 256)
            .setting("hbase.wal.provider", one.walProvider())
            .setting("hbase.wal.storage.policy", one.medium().policy(side));
    FailSlowMedium.profiles().forEach(builder::profile);
    if (side == Side.OURS) {
      builder.setting(
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy");
    }
    return plan.build(builder);
  }

  @Override
  protected Place<Case> open(Setting<Case> setting) throws IOException, ClusterException {
    BenchPlan plan = setting.plan();
    FailSlowCluster cluster =
        FailSlowCluster.start(
            spec(plan, setting.pace(), setting.first(), setting.side()),
            setting.first(),
            setting.side());
    return Place.on(
        cluster::close,
        (one, side, repeat) ->
            new FailSlowRun(cluster, plan, keepsPageCache, setting.progress()).measure(repeat));
  }
}
