package org.tieredhdfs.bench.wal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Measures what it costs a log to have one replica in memory instead of all: writers that wait for
 * each record, under ONE_RAMDISK and under ALL_RAMDISK in turns, on one cluster of three DataNodes.
 * Which one of a pair goes first changes from pair to pair.
 */
public final class WalBench {
  private static final String ONE = "ONE_RAMDISK";
  private static final String ALL = "ALL_RAMDISK";
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private final BenchPlan plan;
  private final int writers;
  private final boolean emulated;
  private final Progress progress;

  /**
   * @param plan its repeats are the pairs
   * @param writers logs that are written at a time
   * @param emulated whether DISK volumes are file systems of their own, slowed as disks
   */
  public WalBench(BenchPlan plan, int writers, boolean emulated, Progress progress) {
    plan.requireCases(List.of("wal"));
    this.plan = plan;
    this.writers = writers;
    this.emulated = emulated;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if the cluster does not start, or a log lies elsewhere than it should
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("wal");
    List<Double> rates = new ArrayList<>();
    List<Double> means = new ArrayList<>();
    try (BenchCluster hdfs = BenchCluster.start(spec(), progress)) {
      measure(hdfs.fs(), ONE, "warm-up");
      measure(hdfs.fs(), ALL, "warm-up");
      for (int pair = 1; pair <= plan.repeats(); pair++) {
        Map<String, Map<String, Double>> measured = new LinkedHashMap<>();
        for (String policy : pair % 2 == 0 ? List.of(ONE, ALL) : List.of(ALL, ONE)) {
          progress.waitingFor(List.of("pair " + pair + ", " + policy));
          Map<String, Double> figures = measure(hdfs.fs(), policy, "pair" + pair);
          measured.put(policy, figures);
          report.add(new BenchmarkCase(policy, Side.OURS, pair, figures));
        }
        rates.add(ratio(measured, "recordsPerSec"));
        means.add(ratio(measured, "hflushMeanUs"));
        progress.done(
            String.format(
                Locale.ROOT,
                "pair %-3d ONE_RAMDISK / ALL_RAMDISK: records/s %.3f, mean hflush %.3f",
                pair,
                rates.get(pair - 1),
                means.get(pair - 1)));
      }
    }
    Map<String, Double> ratios = new LinkedHashMap<>();
    spread(ratios, "recordsPerSec", rates);
    spread(ratios, "hflushMeanUs", means);
    report.add(new BenchmarkCase("ratio", Side.OURS, 1, ratios));
    return report.build();
  }

  private ClusterSpec spec() {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .hbase(false)
            .startLimit(START_LIMIT)
            .emulatedMedia(emulated)
            .layout(VolumeLayout.parse("RAMDISK=1,DISK=1"))
            // if one of three nodes counts as too busy, a block falls back to another type
            .setting("dfs.namenode.redundancy.considerLoad", "false");
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  /** Anew where a block fell back, for what was measured then is not what is asked. */
  private Map<String, Double> measure(DistributedFileSystem fs, String policy, String name)
      throws IOException, ClusterException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Path directory = new Path("/" + policy, name + "-" + attempt);
      fs.mkdirs(directory);
      fs.setStoragePolicy(directory, policy);
      Map<String, Double> figures = new LogWriters(fs, writers).run(directory, plan.seconds());
      Optional<String> elsewhere = elsewhere(fs, directory, policy.equals(ALL));
      fs.delete(directory, true);
      if (elsewhere.isEmpty()) {
        return figures;
      }
      if (attempt == MAX_ATTEMPTS) {
        throw new ClusterException(elsewhere.get());
      }
      progress.done(elsewhere.get() + ": measured anew");
    }
  }

  /** The first block that is not where the policy says. */
  private static Optional<String> elsewhere(
      DistributedFileSystem fs, Path directory, boolean allInMemory) throws IOException {
    for (var status : fs.listStatus(directory)) {
      for (var block : fs.getFileBlockLocations(status, 0, Long.MAX_VALUE)) {
        List<StorageType> types = List.of(block.getStorageTypes());
        long inMemory = types.stream().filter(type -> type.name().equals("RAMDISK")).count();
        if (inMemory != (allInMemory ? types.size() : 1)) {
          return Optional.of(status.getPath().toUri().getPath() + " lies on " + types);
        }
      }
    }
    return Optional.empty();
  }

  private static double ratio(Map<String, Map<String, Double>> measured, String metric) {
    return measured.getOrDefault(ONE, Map.of()).getOrDefault(metric, Double.NaN)
        / measured.getOrDefault(ALL, Map.of()).getOrDefault(metric, Double.NaN);
  }

  private void spread(Map<String, Double> ratios, String metric, List<Double> values) {
    double median = Medians.of(values);
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    ratios.put(metric + "RatioMedian", median);
    ratios.put(metric + "RatioLeast", least);
    ratios.put(metric + "RatioMost", most);
    progress.done(
        String.format(
            Locale.ROOT,
            "%s: ONE_RAMDISK / ALL_RAMDISK median %.3f, from %.3f to %.3f",
            metric,
            median,
            least,
            most));
  }
}
