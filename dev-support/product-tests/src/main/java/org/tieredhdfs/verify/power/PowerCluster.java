package org.tieredhdfs.verify.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.ClassArchives;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.device.WriteCache;
import org.tieredhdfs.media.model.MediumModel;

/** Three machines with an SSD and a disk each, whose power can be cut. */
final class PowerCluster implements AutoCloseable {
  private static final long CAPACITY_BYTES = 2L << 30;
  private static final String BLOCK_BYTES = Integer.toString(1 << 20);

  /** They start again and again, and do not live long enough for the better compiler. */
  private static final List<String> SHORT_LIFE = List.of("-XX:TieredStopAtLevel=1");

  private final LocalCluster cluster;
  private final ClusterView view;
  private final DaemonControl control;
  private final DistributedFileSystem fs;

  private PowerCluster(LocalCluster cluster, ClusterView view) throws IOException {
    this.cluster = cluster;
    this.view = view;
    this.control = cluster.control(Progress.silent());
    this.fs = (DistributedFileSystem) FileSystem.newInstance(clientConf(view));
  }

  /**
   * @param classes of DataNodes, if those that start again and again start from an archive
   */
  static PowerCluster start(
      Path dir,
      ClassPaths classPaths,
      boolean isStockDataset,
      boolean isSyncedOnClose,
      @Nullable ClassArchive classes,
      Progress progress)
      throws IOException, ClusterException {
    ClusterSpec.Builder builder =
        builder(dir, classPaths, isStockDataset, isSyncedOnClose)
            .dataNodes(3)
            .emulatedMedia(true)
            .mediaPace(MediaPace.of(1))
            .profile("SSD", new MediaProfile(MediumModel.SSD, 1, CAPACITY_BYTES))
            .profile("DISK", new MediaProfile(MediumModel.HDD, 1, CAPACITY_BYTES));
    if (classes != null) {
      builder.classArchive(Role.DATANODE, classes).javaOptions(Role.NAMENODE, SHORT_LIFE);
    }
    LocalCluster cluster = new LocalCluster(builder.build(), progress);
    try {
      return new PowerCluster(cluster, cluster.startHdfs());
    } catch (IOException | ClusterException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The classes that its DataNodes load, archived in a folder. */
  static Optional<ClassArchive> classes(
      Path folder, Path dir, ClassPaths classPaths, boolean isStockDataset, Progress progress)
      throws IOException, ClusterException {
    return new ClassArchives(folder)
        .ofDataNodes(
            isStockDataset ? "verify-power-stock" : "verify-power",
            builder(dir, classPaths, isStockDataset, true).dataNodes(1),
            progress);
  }

  private static ClusterSpec.Builder builder(
      Path dir, ClassPaths classPaths, boolean isStockDataset, boolean isSyncedOnClose) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(dir, classPaths)
            .hbase(false)
            .layout(VolumeLayout.parse("SSD=1,DISK=1"))
            .javaOptions(Role.DATANODE, SHORT_LIFE)
            .heapMb(Role.DATANODE, 192);
    settings(isStockDataset, isSyncedOnClose).forEach(builder::setting);
    return builder;
  }

  private static Map<String, String> settings(boolean isStockDataset, boolean isSyncedOnClose) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.blocksize", BLOCK_BYTES);
    settings.put("dfs.namenode.fs-limits.min-block-size", BLOCK_BYTES);
    settings.put("dfs.datanode.synconclose", Boolean.toString(isSyncedOnClose));
    // A DataNode counts as dead 2 * 2 + 10 s after its last heartbeat, and as stale after 3 s, so
    // that writers avoid it before.
    settings.put("dfs.namenode.heartbeat.recheck-interval", "2000");
    settings.put("dfs.namenode.stale.datanode.interval", "3000");
    settings.put("dfs.namenode.avoid.write.stale.datanode", "true");
    settings.put("dfs.namenode.redundancy.considerLoad", "false");
    settings.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    settings.put("dfs.datanode.scan.period.hours", "-1");
    if (!isStockDataset) {
      settings.put(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    return settings;
  }

  /** Gives up soon on machines without power, and goes on with those that are left. */
  private static Configuration clientConf(ClusterView view) {
    Configuration conf = view.hdfsConf();
    conf.setInt("dfs.client.socket-timeout", 10_000);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 2);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
    conf.setInt("dfs.client.block.write.retries", 1);
    conf.setInt("dfs.client.max.block.acquire.failures", 1);
    conf.setInt("dfs.client.retry.window.base", 50);
    conf.setInt("ipc.client.connect.max.retries", 1);
    conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    return conf;
  }

  DistributedFileSystem fs() {
    return fs;
  }

  ClusterView view() {
    return view;
  }

  List<String> machines() {
    return control.names(Role.DATANODE);
  }

  /** Cuts the power of machines, and returns how many writes their devices had not flushed. */
  long cut(List<String> machines, long seed) throws IOException, ClusterException {
    return control.cutPower(view.media(), machines, seed).values().stream()
        .mapToLong(WriteCache.Lost::writes)
        .sum();
  }

  /** Ends the processes of machines, one right after the other. */
  void kill(List<String> machines) throws IOException, ClusterException {
    for (String machine : machines) {
      control.kill(machine);
    }
  }

  void start(List<String> machines) throws IOException, ClusterException {
    control.startAll(machines);
  }

  @Override
  public void close() throws IOException, ClusterException {
    try {
      cluster.close();
    } finally {
      fs.close();
    }
  }
}
