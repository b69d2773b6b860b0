package org.tieredhdfs.verify.parity;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.verify.fixture.TestedCluster;

/**
 * The shape that the clusters of both sides have.
 *
 * @param dataNodes how many
 * @param volumes of each DataNode
 * @param volumesOfFirst of the first one, by type
 * @param isMixed whether the second one has none of our jars on our side, either
 */
record Shape(int dataNodes, String volumes, String volumesOfFirst, boolean isMixed) {
  /** Seeds in a row that share a pair of clusters. */
  static final int SEEDS = 25;

  /** What most clusters of the study are like: one volume a DataNode. */
  static final Shape SMALL = new Shape(3, "DISK=1", "DISK=1", false);

  private static final Map<String, String> STOCK =
      Map.of(
          "dfs.datanode.fsdataset.factory",
          "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory",
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy");

  private static final List<Shape> ALL =
      List.of(
          SMALL,
          new Shape(4, "DISK=2", "DISK=2", false),
          new Shape(3, "DISK=1", "DISK=1", true),
          new Shape(3, "SSD=1,DISK=1", "SSD=1,DISK=1", false),
          new Shape(3, "DISK=1", "DISK=12", false));

  /** That of a seed, the same for its neighbours. */
  static Shape of(long seed) {
    return ALL.get((int) Math.floorMod(Math.floorDiv(seed, SEEDS), (long) ALL.size()));
  }

  boolean hasFlash() {
    return volumes.contains("SSD");
  }

  ClusterSpec.Builder spec(Path dir, ClassPaths classPaths, ParitySide side) {
    ClusterSpec.Builder builder =
        TestedCluster.onDevices(
                dir, classPaths, VolumeLayout.parse(volumes), side == ParitySide.OURS)
            .stock(side == ParitySide.APACHE)
            .dataNodes(dataNodes)
            .layoutOf(0, VolumeLayout.parse(volumesOfFirst));
    if (side == ParitySide.OURS) {
      builder.setting(
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy");
      if (isMixed) {
        STOCK.forEach((key, value) -> builder.settingOf(1, key, value));
        builder.stockDataNode(1);
      }
    }
    return builder;
  }

  @Override
  public String toString() {
    return dataNodes
        + " DataNodes with "
        + volumes
        + ", the first with "
        + volumesOfFirst
        + (isMixed ? ", the second stock" : "");
  }
}
