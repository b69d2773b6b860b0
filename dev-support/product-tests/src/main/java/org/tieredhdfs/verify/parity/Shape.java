package org.tieredhdfs.verify.parity;

import java.nio.file.Path;
import java.util.List;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.verify.hdfs.EmulatedHdfs;

/**
 * The shape that the clusters of both sides have.
 *
 * @param dataNodes how many
 * @param volumes of each DataNode
 * @param volumesOfFirst of the first one, by type
 */
record Shape(int dataNodes, String volumes, String volumesOfFirst) {
  /** Seeds in a row that share a pair of clusters. */
  static final int SEEDS = 25;

  /** What most clusters of the study are like: one volume a DataNode. */
  static final Shape SMALL = new Shape(3, "DISK=1", "DISK=1");

  private static final List<Shape> ALL =
      List.of(
          SMALL,
          new Shape(4, "DISK=2", "DISK=2"),
          SMALL,
          new Shape(3, "SSD=1,DISK=1", "SSD=1,DISK=1"),
          new Shape(3, "DISK=1", "DISK=12"));

  /** That of a seed, the same for its neighbours. */
  static Shape of(long seed) {
    return ALL.get((int) Math.floorMod(Math.floorDiv(seed, SEEDS), (long) ALL.size()));
  }

  boolean hasFlash() {
    return volumes.contains("SSD");
  }

  ClusterSpec.Builder spec(Path dir, ClassPaths classPaths, ParitySide side) {
    ClusterSpec.Builder builder =
        EmulatedHdfs.builder(dir, classPaths, VolumeLayout.parse(volumes), side == ParitySide.OURS)
            .stock(side == ParitySide.APACHE)
            .dataNodes(dataNodes)
            .layoutOf(0, VolumeLayout.parse(volumesOfFirst));
    if (side == ParitySide.OURS) {
      builder.setting(
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy");
    }
    return builder;
  }

  @Override
  public String toString() {
    return dataNodes + " DataNodes with " + volumes + ", the first with " + volumesOfFirst;
  }
}
