package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.Side;

/**
 * Two DataNodes with one volume in memory and one on an emulated disk each: the first is measured,
 * the second holds what is re-replicated to it.
 *
 * <p>On both sides the memory is typed NVDIMM, the one type of stock Hadoop that is memory and
 * keeps its blocks: so both do the same work.
 */
final class StallCluster implements AutoCloseable {
  static final String FAST = "NVDIMM";
  static final String SLOW = "DISK";
  static final Path ROOT = new Path("/bench");

  private static final String DATASET = "dfs.datanode.fsdataset.factory";
  private static final String CHOOSING = "dfs.datanode.fsdataset.volume.choosing.policy";
  private static final long MB = 1L << 20;
  static final Map<String, MediaProfile> PROFILES =
      Map.of(
          FAST,
          MediaProfile.inMemory(2048 * MB),
          SLOW,
          new MediaProfile(MediumModel.HDD, 1, 4096 * MB));

  /** A hard disk keeps to its model at full speed. */
  static final double MEDIA_FACTOR = 1;

  private final BenchCluster cluster;
  private final Progress progress;
  private final DataNodeAddress measured;
  private final DataNodeAddress other;
  private final Media media;
  private final Volume slow;
  private final Volume fast;

  private StallCluster(BenchCluster cluster, Progress progress)
      throws IOException, ClusterException {
    this.cluster = cluster;
    this.progress = progress;
    this.measured = cluster.view().dataNode("dn0");
    this.other = cluster.view().dataNode("dn1");
    this.media = cluster.media();
    this.slow = cluster.volumes("dn0", SLOW).get(0);
    this.fast = cluster.volumes("dn0", FAST).get(0);
  }

  static StallCluster start(BenchPlan plan, MediaPace pace, Side side, Progress progress)
      throws IOException, ClusterException {
    BenchCluster cluster = BenchCluster.start(spec(plan, pace, side), progress);
    try {
      StallCluster started = new StallCluster(cluster, progress);
      // Files stay in memory by default: if the Mover's own file were on the hung volume, the Mover
      // would stop, and not the DataNode.
      cluster.fs().setStoragePolicy(new Path("/"), "ALL_NVDIMM");
      return started;
    } catch (IOException | ClusterException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  static ClusterSpec spec(BenchPlan plan, MediaPace pace, Side side) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .stock(side == Side.STOCK)
            .hbase(false)
            .dataNodes(2)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse(FAST + "=1," + SLOW + "=1"))
            .heapMb(Role.DATANODE, 384);
    PROFILES.forEach(builder::profile);
    settings(side).forEach(builder::setting);
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  private static Map<String, String> settings(Side side) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.blocksize", "8m");
    settings.put("dfs.replication", "1");
    // Dead after 2 * 5 + 10 * 1 = 20 s without a heartbeat.
    settings.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    // Choose the measured node even if many of its threads are stuck.
    settings.put("dfs.namenode.redundancy.considerLoad", "false");
    // The NameNode must not wait for this machine's disk, which is not measured.
    settings.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    if (side == Side.OURS) {
      settings.put(DATASET, "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
      settings.put(
          CHOOSING,
          "org.tieredhdfs.hdfs.datanode.choose.StorageTypeRoundRobinVolumeChoosingPolicy");
    }
    return settings;
  }

  BenchCluster hdfs() {
    return cluster;
  }

  DataNodeAddress measured() {
    return measured;
  }

  DataNodeAddress other() {
    return other;
  }

  Volume slow() {
    return slow;
  }

  Volume fast() {
    return fast;
  }

  /** Makes a directory whose files go to the volume of one kind. */
  Path directory(String name, String type) throws IOException {
    Path path = new Path(ROOT, name);
    cluster.fs().mkdirs(path);
    cluster.fs().setStoragePolicy(path, type.equals(FAST) ? "ALL_NVDIMM" : "HOT");
    return path;
  }

  /** Lets the slow volume of the measured node stop working. */
  void begin(StallCase.Fault fault) throws IOException {
    Hang hang = fault.hang();
    if (hang == null) {
      return;
    }
    media.hang(slow, hang);
    if (fault.needsEmptyCache()) {
      // In a separate thread, because it may wait for the hung device.
      Thread dropping = new Thread(this::dropCleanCaches, "drop caches");
      dropping.setDaemon(true);
      dropping.start();
    }
  }

  private void dropCleanCaches() {
    try {
      media.dropCleanCaches();
    } catch (IOException e) {
      tell("the caches could not be dropped: " + e.getMessage());
    }
  }

  /** Says what went wrong beside the measurement. */
  void tell(String what) {
    progress.done(what);
  }

  /** Lets it work again, whatever was done to it. */
  void end() throws IOException {
    media.heal(slow);
  }

  void dropCaches() throws IOException {
    media.dropCaches();
  }

  /** Writes files of one replica each. */
  List<Path> fill(Path directory, int files, int bytes, DataNodeAddress node) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      Path path = new Path(directory, "f" + i);
      cluster.write(path, new byte[bytes], node, false);
      paths.add(path);
    }
    return paths;
  }

  @Override
  public void close() throws IOException, ClusterException {
    cluster.close();
  }
}
