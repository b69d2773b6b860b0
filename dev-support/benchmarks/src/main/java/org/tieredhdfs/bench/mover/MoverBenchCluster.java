package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

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
  static final int SLOWER_MB_PER_SEC = 50;

  private static final DeviceLimits SSD = new DeviceLimits(80 * MB, 0);
  private static final DeviceLimits DISK = new DeviceLimits(SLOWER_MB_PER_SEC * MB, 0);
  private static final int GB = 1024;

  private final BenchCluster cluster;
  private final DataNodeAddress first;

  private MoverBenchCluster(BenchCluster cluster) throws IOException, ClusterException {
    this.cluster = cluster;
    this.first = cluster.view().dataNode("dn0");
  }

  static MoverBenchCluster start(BenchPlan plan, MoverBench.Sizes sizes, Progress progress)
      throws IOException, ClusterException {
    BenchCluster cluster = BenchCluster.start(spec(plan, sizes), progress);
    try {
      MoverBenchCluster started = new MoverBenchCluster(cluster);
      // where nearly everything goes
      cluster.media().allocate(started.only("DISK"));
      return started;
    } catch (IOException | ClusterException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  static ClusterSpec spec(BenchPlan plan, MoverBench.Sizes sizes) {
    long memoryMb = sizes.memoryMb();
    long deviceMb = 2 * GB + 5L * sizes.largeMb() + memoryMb;
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .hbase(false)
            .dataNodes(3)
            .emulatedMedia(true)
            .layout(VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1,ARCHIVE=1"))
            .layoutOf(0, VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1"))
            .profile("NVDIMM", new MediaProfile(DeviceLimits.NONE, memoryMb * MB))
            .profile("SSD", new MediaProfile(DeviceLimits.NONE, deviceMb * MB))
            .profile("DISK", new MediaProfile(DeviceLimits.NONE, deviceMb * MB))
            .profile("ARCHIVE", new MediaProfile(DeviceLimits.NONE, (GB + memoryMb) * MB))
            .heapMb(Role.DATANODE, 384)
            .setting("dfs.blocksize", Long.toString(BLOCK_BYTES))
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true")
            .setting("dfs.storage.policy.satisfier.mode", "external")
            .setting(
                "dfs.datanode.fsdataset.factory",
                "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
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
    try (FSDataOutputStream out =
        fs().create(
                path,
                FsPermission.getFileDefault(),
                true,
                PIECE_BYTES,
                (short) what.replicas(),
                BLOCK_BYTES,
                null,
                cluster.favoring(first))) {
      for (long left = what.fileBytes(); left > 0; left -= piece.length) {
        out.write(piece, 0, (int) Math.min(left, piece.length));
      }
    }
  }

  /** Writes one small file to memory of the first DataNode, as those in the foreground do. */
  void writeInForeground(Path path, byte[] content) throws IOException {
    cluster.write(path, content, first, false);
  }

  /** Lets the devices of the first DataNode be as slow as disks. */
  void throttle() throws IOException, ClusterException {
    Media media = cluster.media();
    media.slow(only("SSD"), SSD);
    media.slow(only("DISK"), DISK);
  }

  void unthrottle() throws IOException, ClusterException {
    Media media = cluster.media();
    media.reset(only("SSD"));
    media.reset(only("DISK"));
  }

  private Volume only(String type) {
    List<Volume> volumes = cluster.volumes("dn0", type);
    return volumes.get(0);
  }

  /** Brings to the devices what was written, and empties the page cache. */
  void dropCaches() throws IOException, ClusterException {
    cluster.media().dropCaches();
  }

  /** Blocks that DataNodes have still to delete. */
  long pendingDeletions() throws IOException {
    return fs().getClient().getNamenode().getReplicatedBlockStats().getPendingDeletionBlocks();
  }

  @Override
  public void close() throws IOException, ClusterException {
    cluster.close();
  }
}
