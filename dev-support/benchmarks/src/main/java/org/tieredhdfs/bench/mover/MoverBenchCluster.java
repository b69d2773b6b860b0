package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;

/**
 * Three DataNodes with memory, two devices and, but for the first, archive.
 *
 * <p>All movers work on the same daemons, which are ours, so that what a DataNode does for a move
 * is the same for all, the fsync before the old replica goes included. Memory is typed NVDIMM,
 * which stock Hadoop has, too.
 */
final class MoverBenchCluster implements AutoCloseable {
  static final Path ROOT = new Path("/bench");

  private static final long MB = 1L << 20;
  private static final long BLOCK_BYTES = 128 * MB;
  private static final int PIECE_BYTES = 1 << 20;
  private static final int GB = 1024;

  /** The smallest at which disks and SSDs keep to their models on a machine of two processors. */
  static final double MEDIA_FACTOR = MediaPace.DEFAULT_FACTOR;

  /**
   * What a disk writes in its outer half, which is all that is used: 140 million bytes a second.
   */
  static final double DISK_MB_PER_SEC = 140e6 / MB / MEDIA_FACTOR;

  private final BenchCluster cluster;
  private final DataNodeAddress first;

  private MoverBenchCluster(BenchCluster cluster) throws IOException, ClusterException {
    this.cluster = cluster;
    this.first = cluster.view().dataNode("dn0");
  }

  static MoverBenchCluster start(
      BenchPlan plan, MediaPace pace, MoverBench.Sizes sizes, Progress progress)
      throws IOException, ClusterException {
    BenchCluster cluster = BenchCluster.start(spec(plan, pace, sizes), progress);
    try {
      return new MoverBenchCluster(cluster);
    } catch (IOException | ClusterException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  static Map<String, MediaProfile> profiles(MoverBench.Sizes sizes) {
    long memoryMb = sizes.memoryMb();
    long deviceMb = 2 * GB + 5L * sizes.largeMb() + memoryMb;
    return Map.of(
        "NVDIMM", MediaProfile.inMemory(memoryMb * MB),
        "SSD", new MediaProfile(MediumModel.SSD, 1, deviceMb * MB),
        "DISK", new MediaProfile(MediumModel.HDD, 1, 2 * deviceMb * MB),
        "ARCHIVE", new MediaProfile(MediumModel.HDD, 1, (GB + memoryMb) * MB));
  }

  static ClusterSpec spec(BenchPlan plan, MediaPace pace, MoverBench.Sizes sizes) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .hbase(false)
            .dataNodes(3)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1,ARCHIVE=1"))
            .layoutOf(0, VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1"))
            .heapMb(Role.DATANODE, 384)
            .setting("dfs.blocksize", Long.toString(BLOCK_BYTES))
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true")
            .setting("dfs.storage.policy.satisfier.mode", "external")
            .setting(
                "dfs.datanode.fsdataset.factory",
                "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    profiles(sizes).forEach(builder::profile);
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  DistributedFileSystem fs() {
    return cluster.fs();
  }

  ClusterView view() {
    return cluster.view();
  }

  URI uri() {
    return fs().getUri();
  }

  Configuration conf() {
    return new Configuration(fs().getConf());
  }

  /**
   * Makes a directory of files as a case wants them, the first replica on the first DataNode.
   *
   * @return the directory, which has its policy from its parent
   */
  Path fill(String name, MoverCase what) throws IOException {
    Path directory = new Path(place("from-", what.route().from()), name);
    fs().mkdirs(directory);
    for (int i = 0; i < what.files(); i++) {
      write(new Path(directory, "f" + i), what);
    }
    return directory;
  }

  /** A directory with a policy; made if it is not there. */
  Path place(String prefix, String policy) throws IOException {
    Path place = new Path(ROOT, prefix + policy);
    if (fs().mkdirs(place)) {
      fs().setStoragePolicy(place, policy);
    }
    return place;
  }

  /** Renames a directory to where another policy is in force; returns where it is then. */
  Path rename(Path directory, MoverCase.Route route) throws IOException {
    Path target = new Path(place("to-", route.to()), directory.getName());
    if (!fs().rename(directory, target)) {
      throw new IOException(directory + " could not be renamed to " + target);
    }
    return target;
  }

  private void write(Path path, MoverCase what) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    try (FSDataOutputStream out = cluster.create(path, what.replicas(), first)) {
      for (long left = what.fileBytes(); left > 0; left -= piece.length) {
        out.write(piece, 0, (int) Math.min(left, piece.length));
      }
    }
  }

  /** Writes one small file to memory of the first DataNode, as those in the foreground do. */
  void writeInForeground(Path path, byte[] content) throws IOException {
    cluster.write(path, content, first, false);
  }

  /** Brings to the devices what was written, and empties the page cache. */
  void dropCaches() throws IOException, ClusterException {
    cluster.media().dropCaches();
  }

  /** Blocks that DataNodes have still to delete. */
  long pendingDeletions() throws IOException {
    return cluster.pendingDeletions();
  }

  @Override
  public void close() throws IOException, ClusterException {
    cluster.close();
  }
}
