package org.tieredhdfs.product.datanode;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/** HDFS of real daemons with this project's dataset, on emulated devices; one client. */
final class DeviceCluster implements AutoCloseable {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final String DATASET = "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory";

  private final int dataNodes;
  private final LocalCluster cluster;
  private final ClusterView view;
  private final DistributedFileSystem fs;

  private DeviceCluster(int dataNodes, LocalCluster cluster, ClusterView view) throws IOException {
    this.dataNodes = dataNodes;
    this.cluster = cluster;
    this.view = view;
    this.fs = (DistributedFileSystem) DistributedFileSystem.newInstance(view.hdfsConf());
  }

  /**
   * A cluster to be started.
   *
   * @param volumes of each DataNode
   * @param pace how many times slower than real devices the emulated ones are
   */
  static ClusterSpec.Builder spec(Path parent, int dataNodes, String volumes, double pace)
      throws IOException {
    return ClusterSpec.builder(parent.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(dataNodes)
        .emulatedMedia(true)
        .mediaPace(MediaPace.of(pace))
        .layout(VolumeLayout.parse(volumes))
        .setting("dfs.datanode.fsdataset.factory", DATASET);
  }

  static DeviceCluster start(ClusterSpec.Builder builder) throws Exception {
    ClusterSpec spec = builder.build();
    LocalCluster cluster = new LocalCluster(spec, Progress.silent());
    DeviceCluster started = null;
    try {
      started = new DeviceCluster(spec.dataNodes(), cluster, cluster.startHdfs());
      return started;
    } finally {
      if (started == null) {
        cluster.close();
      }
    }
  }

  DistributedFileSystem fs() {
    return fs;
  }

  Media media() throws ClusterException {
    return view.media();
  }

  /** The volume of a name, like {@code dn0/DISK1}. */
  Volume volume(String name) throws IOException, ClusterException {
    return Volume.find(view.record().volumes(), name);
  }

  /** The name of a DataNode here, like {@code dn0}. */
  String nameOf(DatanodeInfo node) throws Exception {
    for (int i = 0; i < dataNodes; i++) {
      if (view.dataNode("dn" + i).http().endsWith(":" + node.getInfoPort())) {
        return "dn" + i;
      }
    }
    throw new IOException("nobody knows " + node);
  }

  /** Whether the device was told to hang, and not yet to go on. */
  boolean isHanging(Volume volume) throws Exception {
    return media().list().stream()
        .anyMatch(state -> state.volume().equals(volume) && !state.isSound());
  }

  /** The first bean of a DataNode whose name matches. */
  JsonNode bean(String dataNode, String name) throws Exception {
    return JmxPage.read(view.dataNode(dataNode).http(), "Hadoop:service=DataNode,name=" + name);
  }

  /** The bean of all volumes of a DataNode. */
  JsonNode volumes(String dataNode) throws Exception {
    return bean(dataNode, "TieredVolumes-*");
  }

  /** The condition of a DataNode's only volume, such as {@code HUNG}. */
  String condition(String dataNode) throws Exception {
    return volumes(dataNode).path("Conditions").path(0).path("value").asText();
  }

  JsonNode nameNodeBean(String name) throws IOException {
    return JmxPage.read(view.record().nameNodeHttp(), "Hadoop:service=NameNode,name=" + name);
  }

  @Override
  public void close() throws IOException, ClusterException {
    try {
      fs.close();
    } finally {
      cluster.close();
    }
  }
}
