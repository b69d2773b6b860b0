package org.tieredhdfs.verify.hdfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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

/** HDFS on emulated devices, whose machines are killed and lose their power; with a client. */
public final class EmulatedHdfs implements AutoCloseable {
  private static final long CAPACITY_BYTES = 2L << 30;
  private static final String BLOCK_BYTES = Integer.toString(1 << 20);

  /** Blocks are small; a DataNode counts as dead 2 * 2 + 10 s after its last heartbeat. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "dfs.blocksize", BLOCK_BYTES,
          "dfs.namenode.fs-limits.min-block-size", BLOCK_BYTES,
          "dfs.namenode.heartbeat.recheck-interval", "2000",
          // so that writers avoid it before it is dead
          "dfs.namenode.stale.datanode.interval", "3000",
          "dfs.namenode.avoid.write.stale.datanode", "true",
          "dfs.namenode.redundancy.considerLoad", "false",
          "dfs.namenode.edits.noeditlogchannelflush", "true",
          "dfs.datanode.scan.period.hours", "-1");

  private static final Map<String, MediumModel> MEDIA =
      Map.of("SSD", MediumModel.SSD, "DISK", MediumModel.HDD);

  /** Daemons start again and again, and do not live long enough for the better compiler. */
  public static final List<String> SHORT_LIFE = List.of("-XX:TieredStopAtLevel=1");

  private final LocalCluster cluster;
  private final ClusterView view;
  private final DaemonControl control;
  private final Map<String, String> clientSettings;
  private final DistributedFileSystem fs;

  private EmulatedHdfs(LocalCluster cluster, ClusterView view, Map<String, String> clientSettings)
      throws IOException {
    this.cluster = cluster;
    this.view = view;
    this.control = cluster.control(Progress.silent());
    this.clientSettings = Map.copyOf(clientSettings);
    this.fs = newClient();
  }

  /**
   * What is common to all of them: small blocks, DataNodes that are soon taken for dead.
   *
   * @param layout of SSD, DISK or both
   */
  public static ClusterSpec.Builder builder(
      Path dir, ClassPaths classPaths, VolumeLayout layout, boolean isOurDataset) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(dir, classPaths)
            .hbase(false)
            .layout(layout)
            .javaOptions(Role.DATANODE, SHORT_LIFE)
            .javaOptions(Role.NAMENODE, SHORT_LIFE)
            .heapMb(Role.DATANODE, 192);
    SETTINGS.forEach(builder::setting);
    if (isOurDataset) {
      builder.setting(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    return builder;
  }

  /**
   * Starts it on emulated devices.
   *
   * @param clientSettings of its clients, beside the cluster's own
   */
  public static EmulatedHdfs start(
      ClusterSpec.Builder builder, Map<String, String> clientSettings, Progress progress)
      throws IOException, ClusterException {
    builder.emulatedMedia(true).mediaPace(MediaPace.of(1));
    for (String type : builder.build().layout().counts().keySet()) {
      builder.profile(type, new MediaProfile(MEDIA.get(type), 1, CAPACITY_BYTES));
    }
    LocalCluster cluster = new LocalCluster(builder.build(), progress);
    try {
      return new EmulatedHdfs(cluster, cluster.startHdfs(), clientSettings);
    } catch (IOException | ClusterException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * The classes that its DataNodes load, archived in a folder.
   *
   * @param use tells archives apart whose DataNodes differ in more than the class path
   */
  public static Optional<ClassArchive> classes(
      Path folder, String use, ClusterSpec.Builder builder, Progress progress)
      throws IOException, ClusterException {
    return new ClassArchives(folder).ofDataNodes(use, builder.dataNodes(1), progress);
  }

  /** Starts HBase on it, if its specification has it. */
  public void startHbase() throws IOException, ClusterException {
    cluster.startHbase();
  }

  public DistributedFileSystem fs() {
    return fs;
  }

  /**
   * Another client, which is the caller's to close. It gives up soon on machines without power, and
   * goes on with those that are left.
   */
  public DistributedFileSystem newClient() throws IOException {
    Configuration conf = view.hdfsConf();
    conf.setInt("dfs.client.socket-timeout", 10_000);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 2);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
    conf.setInt("dfs.client.block.write.retries", 1);
    conf.setInt("dfs.client.max.block.acquire.failures", 1);
    conf.setInt("dfs.client.retry.window.base", 50);
    conf.setInt("ipc.client.connect.max.retries", 1);
    conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    clientSettings.forEach(conf::set);
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  public ClusterView view() {
    return view;
  }

  public DaemonControl control() {
    return control;
  }

  public List<String> machines() {
    return control.names(Role.DATANODE);
  }

  /** Cuts the power of machines, and returns how many writes their devices had not flushed. */
  public long cut(List<String> machines, long seed) throws IOException, ClusterException {
    return control.cutPower(view.media(), machines, seed).values().stream()
        .mapToLong(WriteCache.Lost::writes)
        .sum();
  }

  /** Ends the processes of machines, one right after the other. */
  public void kill(List<String> machines) throws IOException, ClusterException {
    for (String machine : machines) {
      control.kill(machine);
    }
  }

  public void start(List<String> machines) throws IOException, ClusterException {
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
