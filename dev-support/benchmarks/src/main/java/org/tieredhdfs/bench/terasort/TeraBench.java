package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;

/**
 * Runs TeraGen, TeraSort and TeraValidate on YARN, with one worker or several on a host, with
 * Apache Hadoop's placement for node groups and with this project's in turn. Used by one thread.
 */
public final class TeraBench {
  private static final String TYPE = "DISK";

  private final BenchPlan plan;
  private final TeraOptions options;
  private final ResumableRun<TeraCase> run;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public TeraBench(BenchPlan plan, TeraOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    run =
        new ResumableRun<>(
            new RunRecord.Kind(
                "terasort",
                options.scaled().text(options.scale().text()),
                name -> !name.contains("/"),
                TeraComparison::of),
            new ResumableRun.Cases<>(
                TeraCase.named(plan.cases(), options.scale().workers()),
                TeraCase::name,
                one -> String.valueOf(one.workersPerHost())),
            plan,
            options.scaled(),
            progress);
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    return run.run(Map.of(TYPE, MediaProfile.defaultOf(TYPE, false)), this::runOnOneCluster);
  }

  private void runOnOneCluster(ResumableRun<TeraCase>.Turn turn, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    int workers = turn.first().workersPerHost();
    try (TeraCluster cluster = TeraCluster.start(plan, options, workers, turn.side(), pace)) {
      TeraRun onCluster = new TeraRun(cluster, options.scale());
      turn.measure(one -> onCluster.run(one, turn.side(), turn.repeat()), TeraBench::figures);
    }
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "generate %.0f s, sort %.0f s, validate %.0f s, %.0f %% of maps data-local, max/mean %.2f",
        row.metrics().getOrDefault("generateSec", Double.NaN),
        row.metrics().getOrDefault("sortSec", Double.NaN),
        row.metrics().getOrDefault("validateSec", Double.NaN),
        row.metrics().getOrDefault("sortDataLocalPercent", Double.NaN),
        row.metrics().getOrDefault("generatedMaxOverMean", Double.NaN));
  }
}
