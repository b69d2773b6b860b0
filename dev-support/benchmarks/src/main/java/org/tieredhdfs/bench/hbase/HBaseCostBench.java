package org.tieredhdfs.bench.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Measures what placement costs: the same YCSB load in pairs, on stock HBase and with all placement
 * on, all files on one storage type.
 *
 * <p>Both clusters run all the time and rest while the other works; which one of a pair goes first
 * changes from pair to pair. Processor time of the daemons counts, since it says more than time on
 * the clock where others share the machine.
 */
public final class HBaseCostBench {
  private static final double MAX_RATIO = 1.05;
  private static final List<String> JUDGED =
      List.of("regionServerCpuPerOpUs", "allDaemonsCpuPerOpUs");

  private final BenchPlan plan;
  private final int records;
  private final int warmUps;
  private final Progress progress;
  private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

  /**
   * @param plan its repeats are the pairs
   * @param records rows of a load
   * @param warmUps loads of each side before the first pair
   */
  public HBaseCostBench(BenchPlan plan, int records, int warmUps, Progress progress) {
    plan.requireCases(List.of("load"));
    this.plan = plan;
    this.records = records;
    this.warmUps = warmUps;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if a cluster does not start, or an operation fails
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("hbase");
    try (LoadedCluster stock = LoadedCluster.start(plan, Side.STOCK, records, progress);
        LoadedCluster ours = LoadedCluster.start(plan, Side.OURS, records, progress)) {
      for (int i = 1; i <= warmUps; i++) {
        progress.waitingFor(List.of("warm-up " + i));
        stock.load("warm" + i);
        ours.load("warm" + i);
      }
      for (int pair = 1; pair <= plan.repeats(); pair++) {
        measure(stock, ours, pair, report);
      }
    }
    judge(report);
    return report.build();
  }

  private void measure(LoadedCluster stock, LoadedCluster ours, int pair, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    Map<Side, Map<String, Double>> measured = new LinkedHashMap<>();
    for (LoadedCluster one : pair % 2 == 0 ? List.of(stock, ours) : List.of(ours, stock)) {
      progress.waitingFor(List.of("pair " + pair + ", " + one.side().label()));
      measured.put(one.side(), one.load("pair" + pair));
    }
    List<String> words = new ArrayList<>();
    for (String metric : JUDGED) {
      double ratio = value(measured, Side.OURS, metric) / value(measured, Side.STOCK, metric);
      ratios.computeIfAbsent(metric, name -> new ArrayList<>()).add(ratio);
      words.add(String.format(Locale.ROOT, "%s %.3f", metric, ratio));
    }
    progress.done(String.format("pair %-3d ours / stock: %s", pair, String.join(", ", words)));
    measured.forEach((side, metrics) -> report.add(new BenchmarkCase("load", side, pair, metrics)));
  }

  private static double value(Map<Side, Map<String, Double>> measured, Side side, String metric) {
    return measured.getOrDefault(side, Map.of()).getOrDefault(metric, Double.NaN);
  }

  /** One more case holds the ratios, and what is over the bound is named. */
  private void judge(ReportBuilder report) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    ratios.forEach(
        (metric, values) -> {
          PairedRatio ratio = PairedRatio.of(values);
          metrics.put(metric.replace("PerOpUs", "Ratio"), ratio.mean());
          if (!Double.isNaN(ratio.upper95())) {
            metrics.put(metric.replace("PerOpUs", "RatioUpper95"), ratio.upper95());
          }
          progress.done(
              String.format(
                  Locale.ROOT,
                  "%s: ours / stock %.3f, with 95 %% confidence at most %.3f",
                  metric,
                  ratio.mean(),
                  ratio.upper95()));
          if (ratio.upper95() > MAX_RATIO) {
            report.failure(
                String.format(
                    Locale.ROOT,
                    "%s: the upper 95 %% bound of ours / stock is %.3f, it has to be at most %.2f",
                    metric,
                    ratio.upper95(),
                    MAX_RATIO));
          }
        });
    report.add(new BenchmarkCase("ratio", Side.OURS, 1, metrics));
  }
}
