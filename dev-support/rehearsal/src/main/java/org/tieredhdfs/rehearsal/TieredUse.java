package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.demo.Demo;
import org.tieredhdfs.localcluster.ClusterRecord;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.RamVolumes;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.HBasePlugins;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.rehearsal.example.BlockTypes;
import org.tieredhdfs.report.ReportBuilder;

/**
 * Media and policies on an upgraded cluster: RAMDISK and ARCHIVE volumes, the demo's load on HBase
 * with the mover's service beside it, and files of stock clients on types that they do not know.
 */
record TieredUse(Rehearsal.Plan plan, InstalledCluster cluster, Progress progress) {
  /**
   * HDFS keeps a whole block free for each one being written; what is not written takes nothing.
   */
  private static final long RAM_BYTES = 2L << 30;

  private static final String IN_MEMORY = Rehearsal.LOADED + "/ram";
  private static final String MIXED = Rehearsal.LOADED + "/mixed";

  void run(ReportBuilder report) throws IOException, ClusterException, InterruptedException {
    addMedia();
    setPolicy(IN_MEMORY, "ALL_RAMDISK");
    setPolicy(MIXED, "ONE_RAMDISK");
    try (LoadProcess load =
        LoadProcess.start("ramload", cluster.dirs(), plan.stockClassPath(), IN_MEMORY, MIXED)) {
      loadAsTheDemoDoes(report);
      load.finish();
    }
    requireOnly(IN_MEMORY, "RAMDISK");
    requireOnly(MIXED, "DISK", "RAMDISK");
    cluster.requireHealthy("use");
  }

  private void addMedia() throws IOException, ClusterException, InterruptedException {
    cluster.hbaseValues().putAll(HBasePlugins.settings());
    Demo.settings(false, plan.load())
        .forEach(
            (key, value) ->
                (key.startsWith("dfs.") ? cluster.hdfsValues() : cluster.hbaseValues())
                    .put(key, value));
    // stock clients send the alias; this dataset looks up the type of the storage that they name
    cluster
        .hdfsValues()
        .put(
            "dfs.datanode.fsdataset.factory",
            "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    for (String node : cluster.names(Service.Kind.DATANODE)) {
      RamVolumes.mount(cluster.addVolume(node, "RAMDISK"), RAM_BYTES);
      cluster.addVolume(node, "ARCHIVE");
    }
    cluster.configure();
    cluster.restartNameNodes(null);
    cluster.restartAll(Service.Kind.DATANODE, null);
    cluster.commands().run(cluster.client().hdfs("pathpolicies", "--create"));
    cluster.restartAll(Service.Kind.MASTER, null);
    cluster.restartAll(Service.Kind.REGIONSERVER, null);
    // files that HBase wrote before; open ones stay, and the command reports them
    cluster.commands().attempt(cluster.client().hdfs("filemover", "move", "--recursive", "/hbase"));
  }

  private void setPolicy(String directory, String policy)
      throws IOException, ClusterException, InterruptedException {
    RehearsedMachine client = cluster.client();
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
            cluster.site().address("nn0.http"),
            cluster.site().address(SiteValues.ZOOKEEPER),
            cluster.commands().run(cluster.client().hdfs("classpath")),
            List.of(),
            List.of(),
            Map.of());
    ClusterView view = new ClusterView(cluster.dirs(), record);
    try (MoverProcess mover =
        MoverProcess.start(
            cluster.commands().prepare(cluster.client().hdfs("filemover", "serve")),
            cluster.dirs().logs().resolve("filemover.out"),
            progress)) {
      new Demo(plan.load(), progress).judge(view, mover, report);
    }
  }

  private void requireOnly(String directory, String... types) throws IOException, ClusterException {
    Set<String> found = new TreeSet<>();
    try (FileSystem fs = FileSystem.newInstance(cluster.clientConf())) {
      new BlockTypes(fs)
          .below(directory, path -> true)
          .forEach(block -> found.addAll(block.types()));
    }
    if (!found.equals(Set.of(types))) {
      throw new ClusterException(
          "files below " + directory + " lie on " + found + ", they should on " + List.of(types));
    }
    progress.done(String.format("%-12s %s: replicas on %s", "client", directory, found));
  }
}
