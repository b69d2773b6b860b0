package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.CaseNames;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/**
 * Runs TeraGen, TeraSort and TeraValidate on YARN, with one worker or several on a host, with
 * Apache Hadoop's placement for node groups and with this project's in turn. Used by one thread.
 */
public final class TeraBench {
  private static final String TYPE = "DISK";
  private static final List<Integer> REPLICATIONS = List.of(3, 1);
  private static final List<String> PHASES = List.of("generate", "sort", "validate");

  /** Times with four virtual machines on a host by those with none, in the order of the phases. */
  private static final Map<Integer, List<Double>> STUDY =
      Map.of(
          3, List.of(1072 / 1072.0, 3355 / 3825.0, 695 / 697.0),
          1, List.of(906 / 883.0, 2887 / 3216.0, 515 / 600.0));

  private final BenchPlan plan;
  private final ScaledRun scaled;
  private final TeraScale scale;
  private final ResumableRun<TeraCase> run;

  /**
   * One case: {@code rep3-workers4}.
   *
   * @param replication of all files
   * @param workersPerHost pairs of a DataNode and a NodeManager on a host, which share its volumes
   */
  record TeraCase(int replication, int workersPerHost) {
    String name() {
      return "rep" + replication + "-workers" + workersPerHost;
    }

    /**
     * Those asked for, those that share a cluster behind each other.
     *
     * @param workers numbers of workers on a host
     * @throws IllegalArgumentException if a name is of none
     */
    static List<TeraCase> named(List<String> names, List<Integer> workers) {
      List<TeraCase> all =
          workers.stream()
              .flatMap(count -> REPLICATIONS.stream().map(each -> new TeraCase(each, count)))
              .toList();
      return CaseNames.choose(all, TeraCase::name, names, "rep3");
    }
  }

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public TeraBench(BenchPlan plan, ScaledRun scaled, TeraScale scale, Progress progress)
      throws IOException {
    this.plan = plan;
    this.scaled = scaled;
    this.scale = scale;
    run =
        new ResumableRun<>(
            new RunRecord.Kind(
                "terasort",
                scaled.text(scale.text()),
                name -> !name.contains("/"),
                TeraBench::compare),
            new ResumableRun.Cases<>(
                TeraCase.named(plan.cases(), scale.workers()),
                TeraCase::name,
                one -> String.valueOf(one.workersPerHost())),
            plan,
            scaled,
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
    try (TeraCluster cluster = new TeraCluster(plan, scaled, scale, workers, turn.side(), pace)) {
      turn.measure(
          one -> cluster.run(one.name(), one.replication(), turn.repeat()), TeraBench::figures);
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

  /**
   * The time with four workers on a host by that with one, here and in the study: a row for each
   * replication of which both cases were measured, by medians of the repeats.
   */
  static List<BenchmarkCase> compare(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (int replication : REPLICATIONS) {
      String many = new TeraCase(replication, 4).name();
      String one = new TeraCase(replication, 1).name();
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (int i = 0; i < PHASES.size(); i++) {
          String ratio = PHASES.get(i) + "Ratio";
          double study = STUDY.getOrDefault(replication, List.of()).get(i);
          RowRatio.of(rows, many, one, side, PHASES.get(i) + "Sec")
              .ifPresent(
                  found -> {
                    found.putInto(metrics, ratio);
                    metrics.put(RowRatio.prefixed("study", ratio), study);
                  });
        }
        if (!metrics.isEmpty()) {
          comparisons.add(new BenchmarkCase(many + " / " + one, side, 1, metrics));
        }
      }
    }
    return comparisons;
  }
}
