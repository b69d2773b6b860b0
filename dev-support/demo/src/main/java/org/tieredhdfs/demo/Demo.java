package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * The demo: starts a cluster, sets policies, loads data, checks the result, and stops everything.
 */
public final class Demo {
  private final LoadPlan plan;
  private final Progress progress;

  public Demo(LoadPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Settings that the cluster of a demo needs beside those of the caller. */
  public static Map<String, String> settings(boolean stock, LoadPlan plan) {
    // An old file goes to the archive soon after its compaction, not minutes later.
    Map<String, String> settings =
        new TreeMap<>(Map.of("hbase.hfile.compaction.discharger.interval", "2000"));
    if (!stock) {
      settings.putAll(DemoPolicies.of(false).settings());
      settings.putAll(DemoPolicies.keys(plan));
      settings.putAll(DemoMover.settings());
    }
    return settings;
  }

  /**
   * Runs all of it; the report is not ok if an operation failed or a file lies where it should not.
   *
   * @throws ClusterException if there is nothing to report: a daemon or the load did not work
   */
  public Report run(ClusterSpec spec) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("demo");
    DemoPolicies policies = DemoPolicies.of(spec.isStock());
    try (LocalCluster cluster = new LocalCluster(spec, progress)) {
      ClusterView view = cluster.startHdfs();
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        policies.apply(fs, progress);
      }
      cluster.startHbase();
      HBaseLoad.Outcome outcome = load(spec, view);
      fill(report, outcome);
      judge(report, policies.expected(plan.regions()), outcome);
    }
    return report.build();
  }

  private HBaseLoad.Outcome load(ClusterSpec spec, ClusterView view)
      throws IOException, ClusterException, InterruptedException {
    HBaseLoad load = new HBaseLoad(view, plan, progress);
    if (spec.isStock()) {
      return load.run();
    }
    try (DemoMover mover = DemoMover.start(view, progress, DemoPolicies.ARCHIVE_TYPE)) {
      return load.run(reader -> List.of(archiving(mover.awaitRest(reader))));
    }
  }

  private static BenchmarkCase archiving(DemoMover.Archived archived) {
    return new BenchmarkCase(
        "archiving",
        Side.OURS,
        1,
        Map.of("movedBytes", (double) archived.movedBytes(), "seconds", archived.seconds()));
  }

  /** Those of {@link #settings(boolean, LoadPlan)} whose keys begin with {@code prefix}. */
  public static Map<String, String> settings(boolean stock, LoadPlan plan, String prefix) {
    Map<String, String> settings = new TreeMap<>(settings(stock, plan));
    settings.keySet().removeIf(key -> !key.startsWith(prefix));
    return settings;
  }

  /** The demo's load and check on a running cluster of this project, with its mover's service. */
  public void judge(ClusterView view, MoverProcess service, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    DemoMover mover = new DemoMover(service, progress, DemoPolicies.ARCHIVE_TYPE);
    HBaseLoad.Outcome outcome =
        new HBaseLoad(view, plan, progress)
            .run(reader -> List.of(archiving(mover.awaitRest(reader))));
    fill(report, outcome);
    judge(report, DemoPolicies.of(false).expected(plan.regions()), outcome);
  }

  /** Loads a cluster that runs already; where files lie is reported, not judged. */
  public Report load(ClusterView view) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("load");
    fill(report, new HBaseLoad(view, plan, progress).run());
    return report.build();
  }

  static void fill(ReportBuilder report, HBaseLoad.Outcome outcome) {
    outcome.cases().forEach(report::add);
    StoredBytes.placements(outcome.stored()).forEach(report::add);
    if (outcome.cases().stream().anyMatch(measured -> measured.side() == Side.OURS)) {}
    if (outcome.errors() > 0) {
      report.failure(
          outcome.errors() + " YCSB operations failed, the first: " + outcome.firstFailure());
    }
  }

  static void judge(
      ReportBuilder report,
      Map<DemoFileClass, Set<String>> expectation,
      HBaseLoad.Outcome outcome) {
    for (Map.Entry<DemoFileClass, Set<String>> expected : expectation.entrySet()) {
      Set<String> found = new TreeSet<>();
      for (StoredBytes part : outcome.stored()) {
        if (part.kind() == expected.getKey() && part.bytes() > 0) {
          found.add(part.storageType());
        }
      }
      if (!found.equals(expected.getValue())) {
        report.failure(
            "bytes of "
                + expected.getKey().label()
                + " files lie on "
                + found
                + ", they should on "
                + expected.getValue());
      }
    }
  }
}
