package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * Measures what the defaults of execution profiles buy where they differ from Hadoop's values: in
 * pairs, on one cluster of this project whose two DataNodes differ in these values only. Which of
 * them goes first changes from pair to pair. Used by one thread.
 */
public final class ProfilesBench {
  private static final List<String> SHOWN =
      List.of("mbPerSec", "datanodeCpuSecPerGb", "hotResidentPercent", "fullWritesOver300MsPerDay");

  private final BenchPlan plan;
  private final ProfilesOptions options;
  private final Progress progress;
  private final List<ProfileCase> cases;
  private final TimeLeft timeLeft;
  private final Map<ProfileCase, PairRatios> ratios = new LinkedHashMap<>();
  private final ReportBuilder report = new ReportBuilder("profiles");

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public ProfilesBench(BenchPlan plan, ProfilesOptions options, Progress progress) {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    List<ProfileCase> all =
        List.of(
            new ArchiveBehindCase(40, options.bulkMb()),
            new ArchiveBehindCase(80, options.bulkMb()),
            new RamReadaheadCase(plan.seconds()),
            new SlowWriteCase("RAMDISK", plan.seconds()),
            new SlowWriteCase("SSD", plan.seconds()),
            new SlowWriteCase("DISK", plan.seconds()),
            new SlowWriteCase("ARCHIVE", plan.seconds()));
    plan.requireCases(all.stream().map(ProfileCase::name).toList());
    cases = all.stream().filter(one -> plan.includes(one.name())).toList();
    int compared = (int) cases.stream().filter(ProfileCase::isCompared).count();
    timeLeft =
        new TimeLeft(
            2 * compared * (plan.repeats() + 1) + (cases.size() - compared) * plan.repeats());
  }

  /** Runs all of it; a case that fails is told in the report, and the rest goes on. */
  public Report run() throws IOException, ClusterException, InterruptedException {
    String pageCacheCalls =
        PageCacheCalls.javaOption(
            options.home(), plan.out().toAbsolutePath().resolve("page-cache-calls"));
    MediaPace pace =
        new BenchMedia(ProfilesCluster.media(), options.mediaFactor())
            .measure(plan, report, progress);
    try (ProfilesCluster cluster = ProfilesCluster.start(plan, pace, pageCacheCalls, progress)) {
      for (ProfileCase one : cases) {
        progress.waitingFor(List.of("the files of " + one.name()));
        one.prepare(cluster);
      }
      timeLeft.start(System.nanoTime());
      for (int repeat = 0; repeat <= plan.repeats(); repeat++) {
        for (ProfileCase one : cases) {
          // a first pair does not count: code is compiled during it
          if (repeat > 0 || one.isCompared()) {
            measure(cluster, one, repeat);
          }
        }
      }
    }
    ratios.forEach(
        (one, pairs) ->
            report.add(new BenchmarkCase(one.name() + ", ratio", Side.OURS, 1, pairs.metrics())));
    return report.build();
  }

  private void measure(ProfilesCluster cluster, ProfileCase one, int repeat)
      throws InterruptedException {
    List<ProfileValues> order = new ArrayList<>(List.of(ProfileValues.DEFAULTS));
    if (one.isCompared()) {
      order.add(ProfileValues.HADOOP);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    Map<ProfileValues, Map<String, Double>> pair = new EnumMap<>(ProfileValues.class);
    for (ProfileValues values : order) {
      String name = one.name() + (one.isCompared() ? ", " + values.label() : "");
      progress.waitingFor(
          List.of(name + ", repeat " + repeat + "; " + timeLeft.text(System.nanoTime())));
      try {
        Map<String, Double> metrics = one.measure(cluster, values, repeat);
        pair.put(values, metrics);
        if (repeat > 0) {
          report.add(new BenchmarkCase(name, Side.OURS, repeat, metrics));
        }
        progress.done(name + ": " + shortly(metrics));
      } catch (IOException | RuntimeException e) {
        report.failure(name + ", repeat " + repeat + ": " + e);
        progress.failed(name, e);
      }
      timeLeft.stepDone();
    }
    Map<String, Double> defaults = pair.get(ProfileValues.DEFAULTS);
    Map<String, Double> hadoop = pair.get(ProfileValues.HADOOP);
    if (repeat > 0 && defaults != null && hadoop != null) {
      ratios.computeIfAbsent(one, key -> new PairRatios()).add(defaults, hadoop);
    }
  }

  private static String shortly(Map<String, Double> metrics) {
    return SHOWN.stream()
        .filter(metrics::containsKey)
        .map(metric -> String.format(Locale.ROOT, "%s %.2f", metric, metrics.get(metric)))
        .collect(Collectors.joining(", "));
  }
}
