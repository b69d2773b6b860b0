package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tieredhdfs.demo.Demo;
import org.tieredhdfs.demo.LoadPlan;
import org.tieredhdfs.localcluster.ClusterRecord;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.RamVolumes;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.HBasePlugins;
import org.tieredhdfs.report.ReportBuilder;

/**
 * Media and policies on an upgraded cluster: RAMDISK and ARCHIVE volumes, the demo's load on HBase
 * with the mover's service beside it, and files of stock clients on types that they do not know.
 */
final class TieredUse {
  /**
   * HDFS keeps a whole block free for each one being written; what is not written takes nothing.
   */
  private static final long RAM_BYTES = 2L << 30;

  private static final String IN_MEMORY = Rehearsal.LOADED + "/ram";
  private static final String MIXED = Rehearsal.LOADED + "/mixed";

  private final RehearsalStage stage;
  private final LoadPlan plan;
  private final InstalledCluster cluster;

  TieredUse(RehearsalStage stage, LoadPlan plan) {
    this.stage = stage;
    this.plan = plan;
    cluster = stage.cluster();
  }

  void run(ReportBuilder report) throws IOException, ClusterException, InterruptedException {
    addMedia();
    setPolicy(IN_MEMORY, "ALL_RAMDISK");
    setPolicy(MIXED, "ONE_RAMDISK");
    try (LoadProcess load = stage.startLoad("ramload", List.of(IN_MEMORY, MIXED))) {
      loadAsTheDemoDoes(report);
      load.finish();
    }
    requireOnly(IN_MEMORY, "RAMDISK");
    requireOnly(MIXED, "DISK", "RAMDISK");
    stage.requireHealthy("use");
  }

  private void addMedia() throws IOException, ClusterException, InterruptedException {
    cluster.hdfsValues().putAll(Demo.settings(false, plan, "dfs."));
    // stock clients send the alias; this dataset looks up the type of the storage that they name
    cluster
        .hdfsValues()
        .put(
            "dfs.datanode.fsdataset.factory",
            "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    cluster.hbaseValues().putAll(HBasePlugins.settings());
    cluster.hbaseValues().putAll(Demo.settings(false, plan, "hbase."));
    for (int node = 0; node < InstalledCluster.DATANODES; node++) {
      Path memory = stage.addVolume(node, "RAMDISK");
      RamVolumes.mount(memory, RAM_BYTES);
      stage.addVolume(node, "ARCHIVE");
    }
    cluster.configure();
    RollingRestart.ofNameNodes(cluster, InstalledCluster.MachineChange.none());
    restartAll(ServiceKind.DATANODE);
    RehearsedMachine client = cluster.machine("client");
    cluster.commands().run(client.hdfs("pathpolicies", "--create"));
    restartAll(ServiceKind.MASTER);
    restartAll(ServiceKind.REGIONSERVER);
    // files that HBase wrote before; open ones stay, and the command reports them
    cluster.commands().attempt(client.hdfs("filemover", "move", "--recursive", "/hbase"));
  }

  private void restartAll(ServiceKind kind)
      throws IOException, ClusterException, InterruptedException {
    for (String name : cluster.names(kind)) {
      cluster.restart(name, InstalledCluster.MachineChange.none());
    }
  }

  private void setPolicy(String directory, String policy)
      throws IOException, ClusterException, InterruptedException {
    RehearsedMachine client = cluster.machine("client");
    cluster.commands().run(client.hdfs("dfs", "-mkdir", "-p", directory));
    cluster
        .commands()
        .run(
            client.hdfs(
                "storagepolicies", "-setStoragePolicy", "-path", directory, "-policy", policy));
  }

  private void loadAsTheDemoDoes(ReportBuilder report)
      throws IOException, ClusterException, InterruptedException {
    ClusterRecord record =
        new ClusterRecord(
            false,
            false,
            1,
            "hdfs://" + SiteValues.NAMESERVICE,
            cluster.site().nameNodeHttp(0),
            "127.0.0.1:" + cluster.site().zooKeeper(),
            cluster.commands().run(cluster.machine("client").hdfs("classpath")),
            List.of(),
            List.of(),
            Map.of());
    ClusterView view = new ClusterView(stage.dirs(), record);
    RehearsedMachine client = cluster.machine("client");
    try (MoverProcess mover =
        MoverProcess.start(
            cluster.commands().prepare(client.hdfs("filemover", "serve")),
            stage.dirs().logs().resolve("filemover.out"),
            stage.progress())) {
      new Demo(plan, stage.progress()).judge(view, mover, report);
    }
  }

  private void requireOnly(String directory, String... types) throws IOException, ClusterException {
    Map<String, Integer> found = ReplicaPlacement.below(cluster.clientConf(), directory);
    if (!found.keySet().equals(Set.of(types))) {
      throw new ClusterException(
          "files below " + directory + " lie on " + found + ", they should on " + List.of(types));
    }
    stage.progress().done(String.format("%-12s %s: replicas %s", "stock client", directory, found));
  }
}
