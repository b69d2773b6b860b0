package org.tieredhdfs.demo;

import java.io.IOException;
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
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;

/**
 * The demo: starts a cluster, sets policies, loads data, checks the result, and stops everything.
 */
public record Demo(LoadPlan plan, Progress progress) {
  /** Settings of HDFS and HBase that the demo needs beside those of the caller. */
  public static Map<String, String> settings(boolean stock, LoadPlan plan) {
    Map<String, String> settings = new TreeMap<>();
    // An old file goes to the archive soon after its compaction, not minutes later.
    settings.put("hbase.hfile.compaction.discharger.interval", "2000");
    if (!stock) {
      settings.putAll(DemoPolicies.of(false).settings(plan));
    }
    return settings;
  }

  /**
   * Runs all of it; the report is not ok if an operation failed or a file lies where it should not.
   */
  public Report run(ClusterSpec spec) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("demo");
    try (LocalCluster cluster = new LocalCluster(spec, progress)) {
      ClusterView view = cluster.startHdfs();
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        DemoPolicies.of(spec.isStock()).apply(fs, progress);
      }
      cluster.startHbase();
      if (spec.isStock()) {
        loadAndJudge(view, report);
      } else {
        try (MoverProcess mover = MoverProcess.start(view, progress)) {
          judge(view, mover, report);
        }
      }
    }
    return report.build();
  }

  /**
   * The demo's load and check on a running cluster of this project.
   *
   * @param mover its mover's service: it follows HBase's renames into the archive, and the blocks
   *     follow the files once they are old enough
   */
  public void judge(ClusterView view, MoverProcess mover, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    loadAndJudge(view, report);
    if (!mover.isAlive()) {
      report.failure("the file mover's service has ended");
    }
  }

  private void loadAndJudge(ClusterView view, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    boolean stock = view.record().stock();
    HBaseLoad.Outcome outcome = new HBaseLoad(view, plan, progress).run(!stock);
    fill(report, outcome);
    judge(report, DemoPolicies.of(stock).expected(plan.regions()), outcome);
  }

  /** Loads a cluster that runs already; where files lie is reported, not judged. */
  public Report load(ClusterView view) throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("load");
    fill(report, new HBaseLoad(view, plan, progress).run(false));
    return report.build();
  }

  static void fill(ReportBuilder report, HBaseLoad.Outcome outcome) {
    outcome.cases().forEach(report::add);
    StoredBytes.placements(outcome.stored()).forEach(report::add);
    if (outcome.errors() > 0) {
      report.failure(
          outcome.errors() + " YCSB operations failed, the first: " + outcome.firstFailure());
    }
  }

  static void judge(
      ReportBuilder report,
      Map<DemoFileClass, Set<String>> expectation,
      HBaseLoad.Outcome outcome) {
    expectation.forEach(
        (kind, expected) -> {
          Set<String> found = new TreeSet<>();
          outcome.stored().stream()
              .filter(part -> part.kind() == kind && part.bytes() > 0)
              .forEach(part -> found.add(part.storageType()));
          if (!found.equals(expected)) {
            report.failure(
                String.format(
                    "bytes of %s files lie on %s, they should on %s",
                    kind.label(), found, expected));
          }
        });
  }
}
