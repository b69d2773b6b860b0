package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.Side;

/**
 * Three DataNodes with memory, two devices and, but for the first, archive.
 *
 * <p>All movers work on the same daemons, which are ours, so that what a DataNode does for a move
 * is the same for all, the fsync before the old replica goes included. Memory is typed NVDIMM,
 * which stock Hadoop has, too.
 *
 * @param first the DataNode that gets the first replica of everything
 * @param stockStartSec how long the Java of Hadoop's Mover takes to start
 */
record MoverSite(BenchCluster hdfs, DataNodeAddress first, double stockStartSec)
    implements AutoCloseable {
  private static final Path ROOT = new Path("/bench");
  private static final long MB = 1L << 20;
  private static final int PIECE_BYTES = 1 << 20;
  private static final int GB = 1024;

  static MoverSite start(BenchPlan plan, MediaPace pace, Movers.Sizes sizes, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    ClusterSpec.Builder builder =
        BenchCluster.spec(plan, pace, Side.OURS)
            .dataNodes(3)
            .layout(VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1,ARCHIVE=1"))
            .layoutOf(0, VolumeLayout.parse("NVDIMM=1,SSD=1,DISK=1"))
            .heapMb(Role.DATANODE, 384)
            .setting("dfs.blocksize", "128m")
            .setting("dfs.storage.policy.satisfier.mode", "external");
    profiles(sizes).forEach(builder::profile);
    BenchCluster hdfs = BenchCluster.start(plan.build(builder), progress);
    boolean isUp = false;
    try {
      double startSec =
          plan.sides().contains(Side.STOCK) ? Mover.StockMover.startSec(hdfs.view()) : 0;
      MoverSite started = new MoverSite(hdfs, hdfs.view().dataNode("dn0"), startSec);
      isUp = true;
      return started;
    } finally {
      if (!isUp) {
        hdfs.close();
      }
    }
  }

  static Map<String, MediaProfile> profiles(Movers.Sizes sizes) {
    long memoryMb = sizes.memoryMb();
    long deviceMb = 2 * GB + 5L * sizes.largeMb() + memoryMb;
    return Map.of(
        "NVDIMM", MediaProfile.inMemory(memoryMb * MB),
        "SSD", new MediaProfile(MediumModel.SSD, 1, deviceMb * MB),
        "DISK", new MediaProfile(MediumModel.HDD, 1, 2 * deviceMb * MB),
        "ARCHIVE", new MediaProfile(MediumModel.HDD, 1, (GB + memoryMb) * MB));
  }

  /**
   * Makes a directory of files as a case wants them, the first replica on the first DataNode.
   *
   * @return the directory, which has its policy from its parent
   */
  Path fill(String name, MoverCase what) throws IOException {
    Path directory = new Path(place("from-", what.route().from()), name);
    byte[] piece = new byte[PIECE_BYTES];
    hdfs.fs().mkdirs(directory);
    for (int i = 0; i < what.files(); i++) {
      Path file = new Path(directory, "f" + i);
      try (FSDataOutputStream out = hdfs.create(file, what.replicas(), first)) {
        for (long left = what.fileBytes(); left > 0; left -= piece.length) {
          out.write(piece, 0, (int) Math.min(left, piece.length));
        }
      }
    }
    return directory;
  }

  /** A directory with a policy; made if it is not there. */
  Path place(String prefix, String policy) throws IOException {
    Path place = new Path(ROOT, prefix + policy);
    if (hdfs.fs().mkdirs(place)) {
      hdfs.fs().setStoragePolicy(place, policy);
    }
    return place;
  }

  /** Writes one small file to memory of the first DataNode, as those in the foreground do. */
  void write(Path path, byte[] content) throws IOException {
    hdfs.write(path, content, first, false);
  }

  @Override
  public void close() throws IOException, ClusterException {
    hdfs.close();
  }
}
