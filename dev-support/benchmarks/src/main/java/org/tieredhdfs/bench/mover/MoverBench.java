package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.Bound;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Hadoop's Mover, Hadoop's external storage policy satisfier and the file mover on the same files
 * of the same cluster, one after the other.
 */
public final class MoverBench {
  /** The smallest at which disks and SSDs keep to their models on a machine of two processors. */
  private static final double MEDIA_FACTOR = MediaPace.DEFAULT_FACTOR;

  /**
   * What a disk writes in its outer half, which is all that is used: 140 million bytes a second. It
   * is the slower device in the case of large files.
   */
  private static final double DISK_MB_PER_SEC = 140e6 / (1 << 20) / MEDIA_FACTOR;

  private static final double MIN_DEVICE_SHARE = 0.95;

  private final BenchPlan plan;
  private final Sizes sizes;
  private final Progress progress;

  /**
   * How much is moved.
   *
   * @param smallFiles number of small files, of 1 MB each
   * @param largeMb size of each of four large files, in MB
   * @param loadFiles number of files of 8 MB that are moved while others write
   */
  public record Sizes(int smallFiles, int largeMb, int loadFiles) {
    public static final Sizes USUAL = new Sizes(500, 256, 50);
    public static final Sizes QUICK = new Sizes(50, 32, 10);

    /**
     * The memory needed: the files of one case, and those of the previous one until they are
     * deleted.
     */
    int memoryMb() {
      return 1_024 + smallFiles + 8 * loadFiles;
    }
  }

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public MoverBench(BenchPlan plan, Sizes sizes, Progress progress) {
    plan.requireCases(MoverCase.all(sizes).stream().map(MoverCase::name).toList());
    this.plan = plan;
    this.sizes = sizes;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if the cluster does not start
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("mover");
    MediaPace pace =
        new BenchMedia(MoverBenchCluster.profiles(sizes), MEDIA_FACTOR)
            .measure(plan, report, progress);
    List<BenchmarkCase> rows = new ArrayList<>();
    try (MoverBenchCluster cluster = new MoverBenchCluster(plan, pace, sizes, progress)) {
      warmUp(cluster);
      for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
        for (Side side : sides(repeat)) {
          rows.addAll(measureAll(cluster, side, repeat));
        }
      }
    }
    rows.forEach(report::add);
    failures(rows).forEach(report::failure);
    return report.build();
  }

  /** Nothing is promised of the satisfier, which spends most of its time up to its limit. */
  private List<Side> sides(int repeat) {
    List<Side> sides = new ArrayList<>(plan.sides());
    if (sides.contains(Side.STOCK) && repeat == 1) {
      sides.add(sides.indexOf(Side.STOCK) + 1, Side.STOCK_SPS);
    }
    return sides;
  }

  /** Lets the DataNodes and the client have done everything once. */
  private void warmUp(MoverBenchCluster cluster)
      throws IOException, ClusterException, InterruptedException {
    progress.waitingFor(List.of("warm-up"));
    try (Mover mover = Mover.of(Side.OURS, cluster.hdfs())) {
      for (MoverCase one : MoverCase.all(Sizes.QUICK)) {
        if (!one.name().equals(MoverCase.LARGE) && !one.hasForeground() && !one.isRename()) {
          new MoverRun(cluster, one, plan.seconds()).measure(mover, Side.OURS, 1);
        }
      }
    }
  }

  private List<BenchmarkCase> measureAll(MoverBenchCluster cluster, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    List<BenchmarkCase> rows = new ArrayList<>();
    List<MoverCase> cases =
        MoverCase.all(sizes).stream().filter(one -> plan.includes(one.name())).toList();
    try (Mover mover = Mover.of(side, cluster.hdfs())) {
      for (MoverCase one : cases) {
        if (!one.isRename()) {
          rows.add(measure(cluster, one, mover, side, repeat));
        }
      }
    }
    for (MoverCase one : cases) {
      if (one.isRename() && side == Side.OURS) {
        try (Mover service = new Mover.OurService(cluster.hdfs().view())) {
          rows.add(measure(cluster, one, service, side, repeat));
        }
      }
    }
    return rows;
  }

  private BenchmarkCase measure(
      MoverBenchCluster cluster, MoverCase one, Mover mover, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    String name = one.name() + ", " + side.label() + ", repeat " + repeat;
    progress.waitingFor(List.of(name));
    BenchmarkCase measured =
        new MoverRun(cluster, one, plan.seconds()).measure(mover, side, repeat);
    progress.done(
        String.format(
            Locale.ROOT,
            "%-44s %.3f s, %,.1f files/s, %,.1f MB/s, %.0f %% arrived",
            name,
            measured.metrics().get("seconds"),
            measured.metrics().get("filesPerSec"),
            measured.metrics().get("mbPerSec"),
            measured.metrics().get("satisfiedPercent")));
    return measured;
  }

  /** What is not as promised, a sentence each. */
  static List<String> failures(List<BenchmarkCase> rows) {
    List<Bound> bounds = new ArrayList<>();
    for (MoverCase one : MoverCase.all(Sizes.USUAL)) {
      bounds.add(
          Bound.least(one.name(), Side.OURS, "satisfiedPercent", 100)
              .required()
              .meaning("not all files arrived"));
    }
    bounds.add(ours(MoverCase.SINGLE, "seconds", false, 1 / 60.0));
    // most of it is the NameNode's; no later than Hadoop's Mover
    bounds.add(ours(MoverCase.CROSS_NODE, "seconds", false, 1));
    bounds.add(ours(MoverCase.SMALL, "filesPerSec", true, 2.5));
    bounds.add(
        Bound.least(MoverCase.LARGE, Side.OURS, "mbPerSec", MIN_DEVICE_SHARE * DISK_MB_PER_SEC)
            .meaning("the slower device writes more"));
    // what repeats of the same differ by
    bounds.add(ours(MoverCase.UNDER_LOAD, "foregroundP99Ms", false, 1.1));
    return Bound.missed(bounds, rows);
  }

  /** Ours by that of Hadoop's Mover. */
  private static Bound ours(String caseName, String metric, boolean isLeast, double factor) {
    Bound bound =
        isLeast
            ? Bound.least(caseName, Side.OURS, metric, factor)
            : Bound.most(caseName, Side.OURS, metric, factor);
    return bound.times(caseName, Side.STOCK);
  }
}
