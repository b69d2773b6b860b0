package org.tieredhdfs.bench.allocate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.hbase.DaemonCpuTimes;
import org.tieredhdfs.bench.hbase.PairedRatio;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Measures what it costs the NameNode that writers carry the chosen storages to the DataNodes: its
 * processor time per block under ALL_RAMDISK, without block tokens, with and without, in turns.
 *
 * <p>Beside it stands what it would cost if each of three DataNodes asked the NameNode instead: as
 * many calls as that, the cheapest there are. Two clusters run all the time and rest while the
 * other works; the order changes from round to round. Asking comes at the end: a NameNode that has
 * done more than the other has more of its code compiled, and needs less for each block.
 */
public final class AllocateBench {
  private static final double MAX_RATIO = 1.03;
  private static final int WARM_UPS = 3;
  private static final int MAX_ASKED_ROUNDS = 3;
  private static final int CLIENTS = 4;
  private static final int REPLICAS = 3;
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** The cases, by name. */
  enum Way {
    SILENT,
    CARRIED,
    ASKED;

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final BenchPlan plan;
  private final int blocksPerSec;
  private final Progress progress;

  /**
   * @param plan its repeats are the pairs
   * @param blocksPerSec that are created
   */
  public AllocateBench(BenchPlan plan, int blocksPerSec, Progress progress) {
    plan.requireCases(List.of("allocate"));
    this.plan = plan;
    this.blocksPerSec = blocksPerSec;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if a cluster does not start
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("allocate");
    Map<Way, List<Double>> cpuUs = new LinkedHashMap<>();
    try (BenchCluster silent = start(false);
        BenchCluster carrying = start(true)) {
      for (int round = 1; round <= WARM_UPS; round++) {
        for (Way way : order(round)) {
          progress.waitingFor(List.of("warm-up " + round + ", " + way.title()));
          measure(way == Way.CARRIED ? carrying : silent, way, "warm-up" + round);
        }
      }
      for (int round = 1; round <= plan.repeats(); round++) {
        for (Way way : order(round)) {
          add(way == Way.CARRIED ? carrying : silent, way, round, cpuUs, report);
        }
      }
      for (int round = 1; round <= Math.min(MAX_ASKED_ROUNDS, plan.repeats()); round++) {
        add(silent, Way.ASKED, round, cpuUs, report);
      }
    }
    judge(cpuUs, report);
    return report.build();
  }

  private void add(
      BenchCluster cluster, Way way, int round, Map<Way, List<Double>> cpuUs, ReportBuilder report)
      throws IOException, InterruptedException {
    progress.waitingFor(List.of("round " + round + ", " + way.title()));
    Map<String, Double> found = measure(cluster, way, "round" + round);
    cpuUs
        .computeIfAbsent(way, any -> new ArrayList<>())
        .add(found.getOrDefault("nameNodeCpuPerBlockUs", Double.NaN));
    report.add(new BenchmarkCase(way.title(), Side.OURS, round, found));
  }

  private static List<Way> order(int round) {
    return round % 2 == 0 ? List.of(Way.SILENT, Way.CARRIED) : List.of(Way.CARRIED, Way.SILENT);
  }

  private BenchCluster start(boolean carries) throws IOException, ClusterException {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir().resolve(carries ? "carrying" : "silent"), plan.classPaths())
            .hbase(false)
            .startLimit(START_LIMIT)
            .layout(VolumeLayout.parse("RAMDISK=1,DISK=1"))
            // if one of three nodes counts as too busy, a block falls back to another type
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            .setting("dfs.tiered.writers.carry-storages", Boolean.toString(carries));
    plan.settings().forEach(builder::setting);
    return BenchCluster.start(builder.build(), progress);
  }

  private Map<String, Double> measure(BenchCluster cluster, Way way, String name)
      throws IOException, InterruptedException {
    Path directory = new Path("/" + way.title(), name);
    cluster.fs().mkdirs(directory);
    cluster.fs().setStoragePolicy(directory, "ALL_RAMDISK");
    int calls = way == Way.ASKED ? REPLICAS : 0;
    BlockAllocations load = new BlockAllocations(cluster.fs(), CLIENTS, blocksPerSec, calls);
    long beginNs = System.nanoTime();
    long cpuBeforeNs = nameNodeCpuNs(cluster);
    long blocks = load.run(directory, plan.seconds());
    long cpuNs = nameNodeCpuNs(cluster) - cpuBeforeNs;
    double elapsedSec = (System.nanoTime() - beginNs) / (double) TimeUnit.SECONDS.toNanos(1);
    cluster.fs().delete(directory, true);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("blocksPerSec", blocks / elapsedSec);
    figures.put("nameNodeCpuPerBlockUs", cpuNs / 1_000.0 / blocks);
    return figures;
  }

  private static long nameNodeCpuNs(BenchCluster cluster) throws IOException {
    return DaemonCpuTimes.of(cluster.view()).of(Role.NAMENODE.title());
  }

  private void judge(Map<Way, List<Double>> cpuUs, ReportBuilder report) {
    List<Double> silent = cpuUs.getOrDefault(Way.SILENT, List.of());
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (Way way : List.of(Way.CARRIED, Way.ASKED)) {
      List<Double> values = cpuUs.getOrDefault(way, List.of());
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        ratios.add(values.get(i) / silent.get(i));
      }
      PairedRatio ratio = PairedRatio.of(ratios);
      metrics.put(way.title() + "Ratio", ratio.mean());
      if (!Double.isNaN(ratio.upper95())) {
        metrics.put(way.title() + "RatioUpper95", ratio.upper95());
      }
      progress.done(
          String.format(
              Locale.ROOT,
              "NameNode's processor time per block, %s / silent: %.3f, with 95 %% confidence at"
                  + " most %.3f",
              way.title(),
              ratio.mean(),
              ratio.upper95()));
      if (way == Way.CARRIED && ratio.mean() > MAX_RATIO) {
        report.failure(
            String.format(
                Locale.ROOT,
                "carried / silent is %.3f, it has to be at most %.2f",
                ratio.mean(),
                MAX_RATIO));
      }
    }
    report.add(new BenchmarkCase("ratio", Side.OURS, 1, metrics));
  }
}
