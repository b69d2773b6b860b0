package org.tieredhdfs.bench.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.demo.HBaseMaintenance;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.ProgressListener;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbException;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbResult;
import org.tieredhdfs.ycsb.run.YcsbRun;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/**
 * A cluster of one DataNode and one RegionServer, of one side, that is loaded again and again.
 *
 * <p>There is one storage type only, so that both sides write the same to the same.
 */
final class LoadedCluster implements AutoCloseable {
  private static final String TYPE = "DISK";
  private static final String POLICY = "HOT";
  private static final String FAMILY = "f";
  private static final int REGIONS = 4;
  private static final double NS_PER_US = 1_000;

  private final Side side;
  private final int records;
  private final Path out;
  private final Progress progress;
  private final LocalCluster cluster;
  private final ClusterView view;

  private LoadedCluster(
      Side side, int records, Path out, Progress progress, LocalCluster cluster, ClusterView view) {
    this.side = side;
    this.records = records;
    this.out = out;
    this.progress = progress;
    this.cluster = cluster;
    this.view = view;
  }

  static LoadedCluster start(BenchPlan plan, Side side, int records, Progress progress)
      throws IOException, ClusterException {
    LocalCluster cluster = new LocalCluster(spec(plan, side), progress);
    ClusterView view = cluster.startHdfs();
    cluster.startHbase();
    return new LoadedCluster(
        side, records, plan.out().resolve(side.label()), progress, cluster, view);
  }

  static ClusterSpec spec(BenchPlan plan, Side side) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir().resolve(side.label()), plan.classPaths())
            .stock(side == Side.STOCK)
            .dataNodes(1)
            .layout(VolumeLayout.parse(TYPE + "=1"))
            .setting("dfs.replication", "1")
            .setting("hbase.hfile.compaction.discharger.interval", "2000");
    settings(side).forEach(builder::setting);
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  /** Routing on for every class of files, all to the one type. */
  private static Map<String, String> settings(Side side) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (side == Side.OURS) {
      settings.put("hbase.tiered.wal.policy", POLICY);
      settings.put("hbase.tiered.flush.policy", POLICY);
      settings.put("hbase.tiered.compaction.policy", POLICY);
      settings.put("hbase.tiered.compaction.small.policy", POLICY);
    }
    return settings;
  }

  Side side() {
    return side;
  }

  /** Loads a new table, flushes and compacts it; the figures of that, by name. */
  Map<String, Double> load(String tableName)
      throws IOException, ClusterException, InterruptedException {
    TableName table = TableName.valueOf(tableName);
    try (Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
        Admin admin = connection.getAdmin();
        FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      new TableSetup(connection).createIfAbsent(TableLayout.of(tableName, FAMILY, REGIONS));
      HBaseMaintenance maintenance = new HBaseMaintenance(admin, fs, table, Progress.silent());
      DaemonCpuTimes before = DaemonCpuTimes.of(view);
      YcsbResult result = ycsb(tableName);
      maintenance.flush();
      maintenance.compact();
      DaemonCpuTimes after = DaemonCpuTimes.of(view);
      admin.disableTable(table);
      admin.deleteTable(table);
      return metrics(before, after, result);
    }
  }

  private YcsbResult ycsb(String table) throws ClusterException, InterruptedException {
    YcsbSettings settings =
        YcsbSettings.of("load-" + table, YcsbPhase.LOAD, WorkloadProfile.LOAD, out)
            .withClassPath(view.dirs().conf(), System.getProperty("java.class.path"))
            .withProperty("table", table)
            .withProperty("columnfamily", FAMILY)
            .withRecords(records)
            .withThreads(4);
    try {
      YcsbResult result = new YcsbRun(settings, ProgressListener.NONE).run();
      if (result.errors() > 0) {
        throw new ClusterException(
            result.errors() + " operations failed, the first: " + result.firstFailure());
      }
      return result;
    } catch (YcsbException e) {
      throw new ClusterException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  private Map<String, Double> metrics(
      DaemonCpuTimes before, DaemonCpuTimes after, YcsbResult result) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("allDaemonsCpuPerOpUs", (after.all() - before.all()) / NS_PER_US / records);
    String role = DaemonCpuTimes.REGION_SERVER;
    metrics.put("regionServerCpuPerOpUs", (after.of(role) - before.of(role)) / NS_PER_US / records);
    metrics.put("opsPerSec", result.opsPerSec());
    return metrics;
  }

  @Override
  public void close() throws IOException, ClusterException {
    progress.waitingFor(List.of("the end of " + side.label()));
    cluster.close();
  }
}
