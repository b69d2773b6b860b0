package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.thirdparty.com.google.common.collect.MapDifference;
import org.apache.hadoop.thirdparty.com.google.common.collect.Maps;
import org.tieredhdfs.demo.LoadPlan;
import org.tieredhdfs.localcluster.process.FreePorts;
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

  private final Plan plan;
  private final Progress progress;
  private final Map<String, Double> metrics = new LinkedHashMap<>();

  /**
   * The inputs of a rehearsal.
   *
   * @param distribution the unpacked archive
   * @param hadoop a Hadoop laid out as in its binary distribution, never changed
   * @param hbase an HBase laid out so
   * @param stockClassPath Hadoop and HBase alone, for the clients
   * @param hasBlockTokens whether DataNodes ask for block tokens
   */
  public record Plan(
      Path dir,
      Path distribution,
      Path hadoop,
      Path hbase,
      String stockClassPath,
      LoadPlan load,
      boolean hasBlockTokens) {}

  public Rehearsal(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

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
    InstalledCluster cluster = make(dirs);
    cluster.configure();
    Map<String, String> before = inventory(cluster);
    timed("start", () -> startStock(cluster));
    try (LoadProcess load =
        LoadProcess.start(
            "load", dirs, plan.stockClassPath(), LOADED + "/a", LOADED + "/b", ClientLoad.TABLE)) {
      timed("upgrade", () -> upgrade(cluster, load));
      load.requireNoFailure("the upgrade", progress);
      timed("use", () -> new TieredUse(plan, cluster, progress).run(report));
      load.requireNoFailure("the use of media", progress);
      timed("downgrade", () -> new Rollback(plan, cluster, progress).run());
      load.requireNoFailure("the way back", progress);
      Map<String, Long> counts = load.finish();
      progress.done(
          String.format(
              "%-12s %,d operations, %d failed, the longest %,d ms; %,d files and %,d rows read again",
              "clients",
              counts.getOrDefault("operations", 0L),
              counts.getOrDefault("failures", -1L),
              counts.getOrDefault("longestMs", 0L),
              counts.getOrDefault("files", 0L),
              counts.getOrDefault("rows", 0L)));
      counts.forEach((name, value) -> metrics.put(name, value.doubleValue()));
      report.add(new BenchmarkCase("clients", Side.OURS, 1, metrics));
    }
    cluster.requireHealthy("the end");
    requireAsBefore(before, inventory(cluster));
    progress.done(
        String.format(
            "%-12s every file of %d machines is as before", "restored", cluster.machines().size()));
  }

  /** Makes the machines and the volumes that stock Hadoop knows; starts nothing. */
  private InstalledCluster make(ClusterDirs dirs) throws IOException, ClusterException {
    if (Files.exists(dirs.dir().resolve("machines")) || Files.exists(dirs.data())) {
      throw new ClusterException(
          "--dir: " + dirs.dir() + " holds a rehearsal already; end it with 'down' first");
    }
    dirs.mark();
    for (Path folder : List.of(dirs.conf(), dirs.logs(), dirs.tmp(), dirs.data(), dirs.volumes())) {
      Files.createDirectories(folder);
    }
    List<String> listeners = SiteValues.listeners(InstalledCluster.DATANODES);
    Iterator<Integer> free = FreePorts.pick(listeners.size()).iterator();
    Map<String, Integer> ports = new TreeMap<>();
    listeners.forEach(name -> ports.put(name, free.next()));
    SiteValues site = new SiteValues(dirs, ports, plan.hasBlockTokens());
    InstalledCluster cluster =
        new InstalledCluster(dirs, site, plan.hadoop(), plan.hbase(), progress);
    for (String node : cluster.names(Service.Kind.DATANODE)) {
      cluster.addVolume(node, "DISK");
      cluster.addVolume(node, "SSD");
    }
    return cluster;
  }

  private interface Step {
    void run() throws IOException, ClusterException, InterruptedException;
  }

  private void timed(String name, Step step)
      throws IOException, ClusterException, InterruptedException {
    long startNs = System.nanoTime();
    step.run();
    metrics.put(name + "Sec", (System.nanoTime() - startNs) / 1e9);
  }

  private static void startStock(InstalledCluster cluster)
      throws IOException, ClusterException, InterruptedException {
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

  /**
   * Upgrades one machine after the other; the command that knows the order has to say what is next.
   */
  private void upgrade(InstalledCluster cluster, LoadProcess load)
      throws IOException, ClusterException, InterruptedException {
    InstalledCluster.MachineChange install =
        machine -> cluster.install(plan.distribution(), machine);
    // a gateway first: it runs the commands that show the progress of the upgrade
    install.apply(cluster.client());
    List<String> check = cluster.client().hdfs("tiered", "upgrade-check");
    cluster.commands().requireRefusal(check, "NameNode");
    cluster.restartNameNodes(install);
    load.requireNoFailure("the NameNodes' upgrade", progress);
    cluster.commands().requireRefusal(check, "DataNode");
    cluster.restartAll(Service.Kind.DATANODE, install);
    load.requireNoFailure("the DataNodes' upgrade", progress);
    cluster.commands().run(check);
    cluster.commands().run(cluster.machine("dn0").hdfs("patchpoints"));
    cluster.restartAll(Service.Kind.MASTER, install);
    cluster.restartAll(Service.Kind.REGIONSERVER, install);
    cluster.requireHealthy("upgrade");
  }

  private static Map<String, String> inventory(InstalledCluster cluster) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (RehearsedMachine machine : cluster.machines()) {
      machine.inventory().forEach((file, is) -> all.put(machine.name() + ": " + file, is));
    }
    return all;
  }

  private static void requireAsBefore(Map<String, String> before, Map<String, String> after)
      throws ClusterException {
    MapDifference<String, String> difference = Maps.difference(before, after);
    if (!difference.areEqual()) {
      throw new ClusterException(
          String.format(
              "after uninstalling %s are not as they were, %s are gone, %s are left",
              difference.entriesDiffering().keySet(),
              difference.entriesOnlyOnLeft().keySet(),
              difference.entriesOnlyOnRight().keySet()));
    }
  }
}
