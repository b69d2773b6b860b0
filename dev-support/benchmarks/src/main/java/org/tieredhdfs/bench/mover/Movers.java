package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;

/**
 * Hadoop's Mover, Hadoop's external storage policy satisfier and the file mover on the same files
 * of the same cluster, one after the other.
 */
@Command(
    name = "mover",
    sortOptions = false,
    description = {
      "Compares Hadoop's Mover, its external storage policy satisfier and the file"
          + " mover: files are renamed to a directory with another storage policy, one"
          + " file, many small ones, large ones between slow devices, and while clients"
          + " write.",
      "--seconds is how long one of them may take for the files of a case; what it has not moved"
          + " by then counts as not moved. By default 3 repeats, of the satisfier one: about 45 minutes"
          + " for both sides; --quick takes about 5.",
    })
public final class Movers extends Experiment<MoverCase> {
  /**
   * What a disk writes in its outer half, which is all that is used: 140 million bytes a second. It
   * is the slower device in the case of large files.
   */
  private static final double DISK_MB_PER_SEC = 140e6 / (1 << 20) / MediaPace.DEFAULT_FACTOR;

  private static final double MIN_DEVICE_SHARE = 0.95;

  /**
   * How much is moved.
   *
   * @param smallFiles number of small files, of 1 MB each
   * @param largeMb size of each of four large files, in MB
   * @param loadFiles number of files of 8 MB that are moved while others write
   */
  record Sizes(int smallFiles, int largeMb, int loadFiles) {
    static final Sizes USUAL = new Sizes(500, 256, 50);
    static final Sizes QUICK = new Sizes(50, 32, 10);

    /**
     * The memory needed: the files of one case, and those of the previous one until they are
     * deleted.
     */
    int memoryMb() {
      return 1_024 + smallFiles + 8 * loadFiles;
    }
  }

  Sizes usual = Sizes.USUAL;

  public Movers() {
    super(
        new BenchOptions("mover", new BenchOptions.Defaults(3, 120, 30)),
        MoverCase::name,
        "seconds",
        "newReplicaSeconds",
        "filesPerSec",
        "mbPerSec",
        "satisfiedPercent",
        "foregroundP99Ms");
  }

  private Sizes sizes() {
    return isQuick() ? Sizes.QUICK : usual;
  }

  @Override
  protected List<MoverCase> cases() {
    return MoverCase.all(sizes());
  }

  @Override
  protected String clusterOf(MoverCase one) {
    return "all";
  }

  @Override
  protected boolean keepsAllSidesUp() {
    return true;
  }

  @Override
  protected List<Side> sides(BenchPlan plan) {
    List<Side> sides = new ArrayList<>(plan.sides());
    if (sides.contains(Side.STOCK)) {
      sides.add(sides.indexOf(Side.STOCK) + 1, Side.STOCK_SPS);
    }
    return sides;
  }

  /** Nothing is promised of the satisfier, which spends most of its time up to its limit. */
  @Override
  protected boolean isMeasured(MoverCase one, Side side, int repeat) {
    return one.isRename() ? side == Side.OURS : side != Side.STOCK_SPS || repeat == 1;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return sizes() + ", at most " + plan.seconds() + " s";
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<MoverCase> asked) {
    return MoverSite.profiles(sizes());
  }

  /** Lets the DataNodes and the client have done everything once, too. */
  @Override
  protected Place<MoverCase> open(Setting<MoverCase> setting)
      throws IOException, ClusterException, InterruptedException {
    BenchPlan plan = setting.plan();
    MoverSite cluster = MoverSite.start(plan, setting.pace(), sizes(), setting.progress());
    boolean isWarm = false;
    try {
      setting.progress().waitingFor(List.of("warm-up"));
      for (MoverCase one : MoverCase.all(Sizes.QUICK)) {
        if (!one.name().equals(MoverCase.LARGE) && !one.hasForeground() && !one.isRename()) {
          new MoverRun(cluster, one, plan.seconds()).measure(Side.OURS, 1);
        }
      }
      isWarm = true;
    } finally {
      if (!isWarm) {
        cluster.close();
      }
    }
    return Place.on(
        cluster::close,
        (one, side, repeat) -> new MoverRun(cluster, one, plan.seconds()).measure(side, repeat));
  }

  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    List<Bound> bounds = new ArrayList<>();
    for (MoverCase one : MoverCase.all(Sizes.USUAL)) {
      bounds.add(
          Bound.least(one.name(), Side.OURS, "satisfiedPercent", 100)
              .required()
              .meaning("not all files arrived"));
    }
    bounds.add(atMost(MoverCase.SINGLE, "seconds", 1 / 60.0));
    // most of it is the NameNode's; no later than Hadoop's Mover
    bounds.add(atMost(MoverCase.CROSS_NODE, "seconds", 1));
    bounds.add(
        Bound.least(MoverCase.SMALL, Side.OURS, "filesPerSec", 2.5)
            .times(MoverCase.SMALL, Side.STOCK));
    bounds.add(
        Bound.least(MoverCase.LARGE, Side.OURS, "mbPerSec", MIN_DEVICE_SHARE * DISK_MB_PER_SEC)
            .meaning("the slower device writes more"));
    // what repeats of the same differ by
    bounds.add(atMost(MoverCase.UNDER_LOAD, "foregroundP99Ms", 1.1));
    return bounds;
  }

  /** Ours by that of Hadoop's Mover. */
  private static Bound atMost(String caseName, String metric, double factor) {
    return Bound.most(caseName, Side.OURS, metric, factor).times(caseName, Side.STOCK);
  }
}
