package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.tieredhdfs.localcluster.process.Teardown;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * The life of an installation, with an operator's processes, distributions and commands: stock
 * Hadoop; a rolling upgrade to this project; media and policies in use, loaded as in the demo; a
 * rolling downgrade to stock. Stock clients work all the time, and not one operation of theirs may
 * fail.
 */
public final class Rehearsal {
  static final String LOADED = "/load";

  private final RehearsalPlan plan;
  private final Progress progress;
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  public Rehearsal(RehearsalPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException naming the first step that did not come out as it should
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ClusterDirs dirs = ClusterDirs.of(plan.dir());
    ReportBuilder report = new ReportBuilder("rehearsal");
    Thread exitHook = new Thread(() -> end(dirs), "end of the rehearsal");
    Runtime.getRuntime().addShutdownHook(exitHook);
    try {
      live(dirs, report);
    } finally {
      end(dirs);
      forget(exitHook);
    }
    return report.build();
  }

  private static void forget(Thread exitHook) {
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException isExiting) {
      return;
    }
  }

  private static void end(ClusterDirs dirs) {
    try {
      new Teardown(dirs, Progress.silent()).run(false);
      FileUtil.fullyDelete(dirs.dir().resolve("machines").toFile());
    } catch (IOException | ClusterException e) {
      System.err.println(e.getMessage());
    }
  }

  private void live(ClusterDirs dirs, ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    RehearsalStage stage = RehearsalStage.make(plan, dirs, progress);
    InstalledCluster cluster = stage.cluster();
    cluster.configure();
    Map<String, Map<String, String>> before = inventories(cluster);
    timed("start", () -> startStock(stage));
    List<String> clients = List.of(LOADED + "/a", LOADED + "/b", ClientLoad.TABLE);
    try (LoadProcess load = stage.startLoad("load", clients)) {
      timed("upgrade", () -> new RollingUpgrade(stage, load).run());
      stage.requireNoFailure(load, "the upgrade");
      timed("use", () -> new TieredUse(stage, plan.load()).run(report));
      stage.requireNoFailure(load, "the use of media");
      timed("downgrade", () -> new Rollback(stage, load).run());
      Map<String, Long> figures = load.finish();
      progress.done(
          String.format(
              "%-12s %,d operations, %d failed, the longest %,d ms; %,d files and %,d rows read again",
              "clients",
              figures.getOrDefault("operations", 0L),
              figures.getOrDefault("failures", -1L),
              figures.getOrDefault("longestMs", 0L),
              figures.getOrDefault("files", 0L),
              figures.getOrDefault("rows", 0L)));
      report.add(clients(figures));
    }
    stage.requireHealthy("the end");
    requireAsBefore(before, inventories(cluster));
    progress.done(
        String.format("%-12s every file of %d machines is as before", "restored", before.size()));
  }

  private BenchmarkCase clients(Map<String, Long> figures) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    figures.forEach((name, value) -> metrics.put(name, value.doubleValue()));
    seconds.forEach((name, value) -> metrics.put(name + "Sec", value));
    return new BenchmarkCase("clients", Side.OURS, 1, metrics);
  }

  /** A step that takes time. */
  private interface Step {
    void run() throws IOException, ClusterException, InterruptedException;
  }

  private void timed(String name, Step step)
      throws IOException, ClusterException, InterruptedException {
    long startNs = System.nanoTime();
    step.run();
    seconds.put(name, (System.nanoTime() - startNs) / 1e9);
  }

  private void startStock(RehearsalStage stage)
      throws IOException, ClusterException, InterruptedException {
    InstalledCluster cluster = stage.cluster();
    cluster.start();
    try (Connection connection = ConnectionFactory.createConnection(cluster.clientConf());
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableLoad.TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(TableLoad.FAMILY))
              // files compacted before the upgrade would be out of place by the demo's policies
              .setCompactionEnabled(false)
              .build(),
          new byte[][] {Bytes.toBytes("40000000"), Bytes.toBytes("80000000")});
    }
  }

  private static Map<String, Map<String, String>> inventories(InstalledCluster cluster)
      throws IOException {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (RehearsedMachine machine : cluster.machines()) {
      all.put(machine.name(), machine.inventory());
    }
    return all;
  }

  private static void requireAsBefore(
      Map<String, Map<String, String>> before, Map<String, Map<String, String>> after)
      throws ClusterException {
    List<String> differences = new ArrayList<>();
    before.forEach(
        (machine, files) -> {
          Map<String, String> now = after.getOrDefault(machine, Map.of());
          files.forEach(
              (file, was) -> {
                if (!was.equals(now.get(file))) {
                  differences.add(machine + ": " + file + " is not as it was");
                }
              });
          now.keySet().stream()
              .filter(file -> !files.containsKey(file))
              .forEach(file -> differences.add(machine + ": " + file + " is left"));
        });
    if (!differences.isEmpty()) {
      throw new ClusterException("after uninstalling " + differences);
    }
  }
}
