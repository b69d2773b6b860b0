package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.bench.rows.GitCommit;
import org.tieredhdfs.bench.rows.MeasuredRows;
import org.tieredhdfs.bench.rows.ProcessEnd;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * Writes and reads files in the patterns of DFSIO on memory, SSDs and hard disks, on stock Hadoop
 * and on this project in turn. The clusters of both sides are up at the same time, and one rests
 * while the other is measured. The report is written after each measurement, so that an interrupted
 * run can be gone on with. Used by one thread.
 */
public final class DfsioBench {
  private static final String NAME = "dfsio";

  private final BenchPlan plan;
  private final DfsioOptions options;
  private final Progress progress;
  private final List<DfsioCase> cases;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final Map<String, ReportedMedium> media = new LinkedHashMap<>();
  private final TimeLeft timeLeft;
  private final ProcessEnd end = new ProcessEnd();
  private final Instant startedAt = Instant.now();

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public DfsioBench(BenchPlan plan, DfsioOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = DfsioCase.named(plan.cases(), options.scale().threads());
    commit = GitCommit.of(options.home());
    rows =
        options.resume()
            ? MeasuredRows.resumed(
                plan.out(), options.scaleText(), name -> DfsioCase.parse(name).isPresent())
            : new MeasuredRows();
    rows.media().forEach(one -> media.put(one.storageType(), one));
    volumes = new VolumesFile(plan.out());
    timeLeft = new TimeLeft(rows.missing(cases, DfsioCase::name, plan));
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    Files.createDirectories(plan.out());
    if (!options.resume()) {
      volumes.delete();
    }
    timeLeft.start(System.nanoTime());
    Set<WriteMedia> kinds = new LinkedHashSet<>();
    cases.forEach(one -> kinds.add(one.media()));
    for (WriteMedia kind : kinds) {
      List<DfsioCase> own = cases.stream().filter(one -> one.media() == kind).toList();
      if (rows.missing(own, DfsioCase::name, plan) > 0) {
        runOn(kind, own);
      }
    }
    return report();
  }

  private void runOn(WriteMedia kind, List<DfsioCase> own)
      throws IOException, InterruptedException {
    try {
      MediaPace pace = measureMedia(kind);
      progress.waitingFor(List.of("clusters on " + kind));
      try (Clusters clusters = new Clusters()) {
        Map<Side, DfsioRun> runs = new EnumMap<>(Side.class);
        for (Side side : plan.sides()) {
          DfsioCluster cluster =
              clusters.add(
                  DfsioCluster.start(plan, kind, pace, side == Side.STOCK, Progress.silent()));
          DfsioRun run = new DfsioRun(cluster, options.scale());
          progress.waitingFor(List.of("the files to read on " + kind + ", " + side.label()));
          run.prepare(options.warmUpSec());
          runs.put(side, run);
        }
        for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
          measureAll(own, runs, repeat);
        }
      }
    } catch (IOException | ClusterException | RuntimeException e) {
      fail(kind.toString(), e);
    }
  }

  private MediaPace measureMedia(WriteMedia kind) throws IOException, InterruptedException {
    return kind.told(options.mediaFactor())
        .measure(plan, one -> media.put(one.storageType(), one), progress);
  }

  private void measureAll(List<DfsioCase> own, Map<Side, DfsioRun> runs, int repeat)
      throws IOException, InterruptedException {
    List<Side> order = new ArrayList<>(plan.sides());
    for (DfsioCase one : own) {
      for (Side side : order) {
        DfsioRun run = runs.get(side);
        if (run != null && !rows.has(one.name(), side, repeat)) {
          try {
            measure(one, side, repeat, run);
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

  private void measure(DfsioCase one, Side side, int repeat, DfsioRun run)
      throws IOException, InterruptedException {
    progress.waitingFor(
        List.of(one.name() + ", " + side.label() + "; " + timeLeft.text(System.nanoTime())));
    DfsioRun.Outcome outcome = run.measure(one, repeat);
    BenchmarkCase row =
        new BenchmarkCase(one.name(), side, repeat, outcome.metrics()).withCommit(commit);
    rows.add(row);
    volumes.add(row, outcome.volumes());
    new ReportFiles(plan.out()).write(report());
    progress.done(
        String.format(
            Locale.ROOT,
            "%-30s %-6s %,8.1f MB/s, p99 %,9.1f ms, CPU %.2f s/GB",
            one.name(),
            side.label(),
            row.metrics().getOrDefault("mbPerSec", Double.NaN),
            row.metrics().getOrDefault("p99Us", Double.NaN) / 1_000,
            row.metrics().getOrDefault("cpuSecPerGb", Double.NaN)));
  }

  private void fail(String what, Exception e) throws IOException, InterruptedException {
    end.throwIfEnding(e);
    rows.fail(what, e);
    progress.failed(String.format("%-37s", what), e);
    new ReportFiles(plan.out()).write(report());
  }

  private Report report() {
    ReportBuilder report = new ReportBuilder(NAME).startedAt(startedAt);
    report.version(MeasuredRows.SCALE, options.scaleText());
    media.values().forEach(report::add);
    rows.all().forEach(report::add);
    DfsioComparison.of(rows.all()).forEach(report::add);
    rows.failures().forEach(report::failure);
    return report.build();
  }

  /** The clusters of all sides, ended together. */
  private static final class Clusters implements AutoCloseable {
    private final List<DfsioCluster> started = new ArrayList<>();

    DfsioCluster add(DfsioCluster cluster) {
      started.add(cluster);
      return cluster;
    }

    @Override
    public void close() throws IOException, ClusterException {
      closeAll(List.copyOf(started));
    }

    private static void closeAll(List<DfsioCluster> clusters) throws IOException, ClusterException {
      if (!clusters.isEmpty()) {
        try {
          clusters.get(0).close();
        } finally {
          closeAll(clusters.subList(1, clusters.size()));
        }
      }
    }
  }
}
