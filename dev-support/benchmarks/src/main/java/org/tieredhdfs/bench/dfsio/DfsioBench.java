package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ProcessEnd;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.bench.rows.TimeLeft;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/**
 * Writes and reads files in the patterns of DFSIO on memory, SSDs and hard disks, on stock Hadoop
 * and on this project in turn. The clusters of both sides are up at the same time, and one rests
 * while the other is measured. The report is written after each measurement, so that an interrupted
 * run can be gone on with. Used by one thread.
 */
public final class DfsioBench {
  static final String RATIO = "mbRatio";
  static final String STUDY_RATIO = "studyMbRatio";
  private static final String RATE = "mbPerSec";

  private final BenchPlan plan;
  private final ScaledRun scaled;
  private final DfsioScale scale;
  private final int warmUpSec;
  private final Progress progress;
  private final List<DfsioCase> cases;
  private final RunRecord record;
  private final TimeLeft timeLeft;
  private final ProcessEnd end = new ProcessEnd();

  /**
   * @param warmUpSec for how long each cluster is read from before anything counts; once at least
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public DfsioBench(
      BenchPlan plan, ScaledRun scaled, DfsioScale scale, int warmUpSec, Progress progress)
      throws IOException {
    this.plan = plan;
    this.scaled = scaled;
    this.scale = scale;
    this.warmUpSec = warmUpSec;
    this.progress = progress;
    cases = DfsioCase.named(plan.cases(), scale.threads());
    record =
        new RunRecord(
            new RunRecord.Kind(
                "dfsio",
                scaled.text(scale.text()),
                name -> DfsioCase.parse(name).isPresent(),
                DfsioBench::compare),
            plan.out(),
            scaled);
    timeLeft = new TimeLeft(record.rows().missing(cases, DfsioCase::name, plan));
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    record.begin();
    timeLeft.start(System.nanoTime());
    for (WriteMedia kind : WriteMedia.values()) {
      List<DfsioCase> own = cases.stream().filter(one -> one.media() == kind).toList();
      if (record.rows().missing(own, DfsioCase::name, plan) > 0) {
        runOn(kind, own);
      }
    }
    return record.report();
  }

  private void runOn(WriteMedia kind, List<DfsioCase> own)
      throws IOException, InterruptedException {
    try {
      MediaPace pace = kind.told(scaled.mediaFactor()).measure(plan, record::medium, progress);
      progress.waitingFor(List.of("clusters on " + kind));
      try (StartedParts started = new StartedParts()) {
        Map<Side, DfsioCluster> clusters = new EnumMap<>(Side.class);
        for (Side side : plan.sides()) {
          DfsioCluster cluster = new DfsioCluster(plan, scale, kind, pace, side);
          started.add(cluster::close);
          progress.waitingFor(List.of("the files to read on " + kind + ", " + side.label()));
          cluster.prepare(warmUpSec);
          clusters.put(side, cluster);
        }
        for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
          measureAll(own, clusters, repeat);
        }
      }
    } catch (IOException | ClusterException | RuntimeException e) {
      fail(kind.toString(), e);
    }
  }

  private void measureAll(List<DfsioCase> own, Map<Side, DfsioCluster> clusters, int repeat)
      throws IOException, InterruptedException {
    List<Side> order = new ArrayList<>(plan.sides());
    for (DfsioCase one : own) {
      for (Side side : order) {
        DfsioCluster cluster = clusters.get(side);
        if (cluster != null && !record.rows().has(one.name(), side, repeat)) {
          try {
            measure(one, side, repeat, cluster);
          } catch (IOException | RuntimeException e) {
            fail(one.name() + " on " + side.label() + ", repeat " + repeat, e);
          }
          timeLeft.stepDone();
        }
      }
      // who goes first changes, since the machine may change as well
      Collections.reverse(order);
    }
  }

  private void measure(DfsioCase one, Side side, int repeat, DfsioCluster cluster)
      throws IOException, InterruptedException {
    progress.waitingFor(
        List.of(one.name() + ", " + side.label() + "; " + timeLeft.text(System.nanoTime())));
    BenchmarkCase row = record.add(cluster.measure(one, repeat));
    progress.done(
        String.format(
            Locale.ROOT,
            "%-30s %-6s %,8.1f MB/s, p99 %,9.1f ms, CPU %.2f s/GB",
            one.name(),
            side.label(),
            row.metrics().getOrDefault(RATE, Double.NaN),
            row.metrics().getOrDefault("p99Us", Double.NaN) / 1_000,
            row.metrics().getOrDefault("cpuSecPerGb", Double.NaN)));
  }

  private void fail(String what, Exception e) throws IOException, InterruptedException {
    end.throwIfEnding(e);
    record.fail(what, e);
    progress.failed(String.format("%-37s", what), e);
  }

  /**
   * The study's ratios of flash arrays to hard disks beside those of SSDs to hard disks here, each
   * at the number of threads and the read-ahead at which it is fastest: a row for each pattern that
   * was measured on both media, by medians of the repeats.
   */
  static List<BenchmarkCase> compare(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (DfsioPattern pattern : DfsioPattern.values()) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        Optional<String> ssd = fastest(rows, WriteMedia.SSD, pattern, side);
        Optional<String> hdd = fastest(rows, WriteMedia.HDD, pattern, side);
        ssd.flatMap(of -> hdd.flatMap(to -> RowRatio.of(rows, of, to, side, RATE)))
            .ifPresent(
                found -> {
                  Map<String, Double> metrics = new LinkedHashMap<>();
                  found.putInto(metrics, RATIO);
                  metrics.put(STUDY_RATIO, ofStudy(pattern));
                  comparisons.add(
                      new BenchmarkCase("ssd / hdd, " + pattern.label(), side, 1, metrics));
                });
      }
    }
    return comparisons;
  }

  private static double ofStudy(DfsioPattern pattern) {
    return switch (pattern) {
      case WRITE -> 2.5;
      case SEQUENTIAL -> 7;
      // given as one, "random read": 1,600 to 300 MB/s
      case RANDOM, BACKWARD, SKIP -> 1600 / 300.0;
    };
  }

  /** The name of the case with the greatest median. */
  private static Optional<String> fastest(
      List<BenchmarkCase> rows, WriteMedia media, DfsioPattern pattern, Side side) {
    return rows.stream()
        .flatMap(row -> DfsioCase.parse(row.name()).stream())
        .distinct()
        .filter(one -> one.media() == media && one.pattern() == pattern)
        .map(DfsioCase::name)
        .filter(name -> Double.isFinite(RowMedians.of(rows, name, side, RATE)))
        .max(Comparator.comparingDouble(name -> RowMedians.of(rows, name, side, RATE)));
  }
}
