package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
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
  private final BenchPlan plan;
  private final Sizes sizes;
  private final Progress progress;
  private final MoverVerdict verdict = new MoverVerdict(MoverBenchCluster.DISK_MB_PER_SEC);
  private final ReportBuilder report = new ReportBuilder("mover");

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
    plan.requireCases(MoverCase.names());
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
    MediaPace pace =
        new BenchMedia(MoverBenchCluster.profiles(sizes), MoverBenchCluster.MEDIA_FACTOR)
            .measure(plan, report, progress);
    try (MoverBenchCluster cluster = MoverBenchCluster.start(plan, pace, sizes, progress)) {
      warmUp(cluster);
      for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
        for (Side side : sides(repeat)) {
          run(cluster, side, repeat);
        }
      }
    }
    verdict.failures().forEach(report::failure);
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
    try (Mover mover = new OurMover(cluster)) {
      for (MoverCase one : MoverCase.all(Sizes.QUICK)) {
        if (!one.name().equals(MoverCase.LARGE)
            && !one.hasForeground()
            && !one.name().equals(MoverCase.RENAME)) {
          new MoverRun(cluster, one, plan.seconds()).measure(mover, Side.OURS, 1);
        }
      }
    }
  }

  private void run(MoverBenchCluster cluster, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    try (Mover mover = mover(cluster, side)) {
      for (MoverCase one : MoverCase.all(sizes)) {
        if (plan.includes(one.name()) && !one.name().equals(MoverCase.RENAME)) {
          measure(cluster, one, mover, side, repeat);
        }
      }
    }
    if (side == Side.OURS && plan.includes(MoverCase.RENAME)) {
      MoverCase rename =
          MoverCase.all(sizes).stream()
              .filter(one -> one.name().equals(MoverCase.RENAME))
              .findFirst()
              .orElseThrow();
      try (Mover service = new OurService(cluster.view())) {
        measure(cluster, rename, service, side, repeat);
      }
    }
  }

  private static Mover mover(MoverBenchCluster cluster, Side side)
      throws IOException, InterruptedException {
    return switch (side) {
      case OURS -> new OurMover(cluster);
      case STOCK -> new StockMover(cluster.view());
      case STOCK_SPS -> new StockSatisfier(cluster);
      case STOCK_CLIENT, STOCK_DATANODE, FLOOR ->
          throw new IllegalArgumentException("no mover is called " + side.label());
    };
  }

  private void measure(MoverBenchCluster cluster, MoverCase one, Mover mover, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    String name = one.name() + ", " + side.label() + ", repeat " + repeat;
    progress.waitingFor(List.of(name));
    BenchmarkCase measured =
        new MoverRun(cluster, one, plan.seconds()).measure(mover, side, repeat);
    report.add(measured);
    verdict.add(measured);
    progress.done(
        String.format(
            Locale.ROOT,
            "%-44s %.3f s, %,.1f files/s, %,.1f MB/s, %.0f %% arrived",
            name,
            measured.metrics().get("seconds"),
            measured.metrics().get("filesPerSec"),
            measured.metrics().get("mbPerSec"),
            measured.metrics().get("satisfiedPercent")));
  }
}
