package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What several DataNodes on a host give to TeraSort. */
@Command(
    name = "terasort",
    sortOptions = false,
    description = {
      "Repeats the study of many DataNodes on a host of 2015, scaled to one machine with emulated"
          + " hard disks (root, Linux 6.2): TeraGen, TeraSort and TeraValidate on YARN, with one"
          + " worker and with four on a host, which is a node group, and with three replicas and"
          + " one, with Apache Hadoop's placement and with this project's.",
      "Reports the time of each job, how many map tasks were where their data is, and how even"
          + " blocks are. The cases are rep3-workers1 and so on, or all; --seconds means nothing"
          + " here. A run that was interrupted goes on with --resume."
    })
public final class TeraSortStudy extends Experiment<TeraSortStudy.Case> {
  private static final String TYPE = "DISK";
  private static final List<Integer> REPLICATIONS = List.of(3, 1);
  private static final List<String> PHASES = List.of("generate", "sort", "validate");
  private static final long MB = 1L << 20;

  /** Times with four virtual machines on a host by those with none, in the order of the phases. */
  private static final Map<Integer, List<Double>> STUDY =
      Map.of(
          3, List.of(1072 / 1072.0, 3355 / 3825.0, 695 / 697.0),
          1, List.of(906 / 883.0, 2887 / 3216.0, 515 / 600.0));

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of the study's data, 30 TB, is sorted; default: 1/60000, with --quick"
              + " 1/400000")
  private @Nullable Double data;

  @Option(
      names = "--block-mb",
      paramLabel = "MB",
      description = "size of a block; default: 8, with --quick 4")
  private @Nullable Integer blockMb;

  @Option(
      names = "--workers",
      paramLabel = "N[,...]",
      split = ",",
      description = "how many workers a host has, of 1, 2 and 4; default: 1,4, with --quick 2")
  private @Nullable List<Integer> workers;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "how many tasks run on a host at the same time; default: 4")
  private @Nullable Integer tasks;

  /**
   * One case: {@code rep3-workers4}.
   *
   * @param replication of all files
   * @param workersPerHost pairs of a DataNode and a NodeManager on a host, which share its volumes
   */
  record Case(int replication, int workersPerHost) {
    String name() {
      return "rep" + replication + "-workers" + workersPerHost;
    }
  }

  public TeraSortStudy() {
    super(
        new BenchOptions("terasort", BenchOptions.Defaults.ofStudy(1, 1)),
        Case::name,
        "generateSec",
        "sortSec",
        "validateSec",
        "sortDataLocalPercent",
        "generatedMaxOverMean",
        "sortRatio",
        "studySortRatio");
  }

  private TeraScale teraScale() {
    TeraScale usual = isQuick() ? TeraScale.QUICK : TeraScale.USUAL;
    return new TeraScale(
        or(data, usual.data()),
        blockMb == null ? usual.blockBytes() : blockMb * MB,
        or(workers, usual.workers()),
        or(tasks, usual.tasksPerHost()));
  }

  @Override
  protected List<Case> cases() {
    return teraScale().workers().stream()
        .flatMap(count -> REPLICATIONS.stream().map(each -> new Case(each, count)))
        .toList();
  }

  @Override
  protected String clusterOf(Case one) {
    return "workers" + one.workersPerHost();
  }

  @Override
  protected String scale(BenchPlan plan) {
    return teraScale().text();
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<Case> asked) {
    return Map.of(TYPE, MediaProfile.defaultOf(TYPE, false));
  }

  @Override
  protected Place<Case> open(Setting<Case> setting)
      throws IOException, ClusterException, InterruptedException {
    TeraCluster cluster =
        new TeraCluster(
            setting.plan(),
            teraScale(),
            setting.first().workersPerHost(),
            setting.side(),
            setting.pace());
    return Place.on(cluster::close, (one, side, repeat) -> cluster.run(one.replication()));
  }

  /**
   * The time with four workers on a host by that with one, here and in the study: a row for each
   * replication of which both cases were measured, by medians of the repeats.
   */
  @Override
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (int replication : REPLICATIONS) {
      String many = new Case(replication, 4).name();
      String one = new Case(replication, 1).name();
      for (Side side : BenchOptions.BOTH) {
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
