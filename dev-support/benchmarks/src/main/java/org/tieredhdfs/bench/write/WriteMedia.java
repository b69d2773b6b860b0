package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;

/** The medium of all volumes of a cluster, and HDFS on it. */
public enum WriteMedia {
  /** A tmpfs for each DataNode, of type RAMDISK, which to stock Hadoop is NVDIMM. */
  RAM("RAMDISK", null, "ALL_RAMDISK", "ALL_NVDIMM"),
  /** An emulated SATA SSD for each DataNode; needs root. */
  SSD("SSD", MediumModel.SSD, "ALL_SSD", "ALL_SSD"),
  /** An emulated hard disk for each DataNode; needs root. */
  HDD("DISK", MediumModel.HDD, "HOT", "HOT");

  /** Far more than is there at a time; a tmpfs or an image takes what is used. */
  private static final long CAPACITY_BYTES = 12L << 30;

  private final String type;
  private final @Nullable MediumModel model;
  private final String policy;
  private final String stockPolicy;

  WriteMedia(String type, @Nullable MediumModel model, String policy, String stockPolicy) {
    this.type = type;
    this.model = model;
    this.policy = policy;
    this.stockPolicy = stockPolicy;
  }

  private MediaProfile profile() {
    return new MediaProfile(model, 1, CAPACITY_BYTES);
  }

  /**
   * What the report says of it, and how it is held against its model.
   *
   * @param factor by which devices are slower than their models
   */
  public BenchMedia told(double factor) {
    return new BenchMedia(Map.of(type, profile()), factor);
  }

  /** HDFS of one side with one volume a DataNode; the plan's own settings come on top. */
  public ClusterSpec.Builder spec(BenchPlan plan, MediaPace pace, boolean stock, int dataNodes) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir().resolve(stock ? "stock" : "ours"), plan.classPaths())
            .stock(stock)
            .hbase(false)
            .dataNodes(dataNodes)
            .layout(VolumeLayout.parse(type + "=1"))
            .emulatedMedia(model != null)
            .mediaPace(pace)
            .profile(type, profile())
            .setting("dfs.blocksize", "128m")
            // choose the requested node even if many of its threads are busy
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            // the NameNode must not wait for this machine's disk, which is not measured
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true")
            // a client that closes a file would wait 400 ms for the NameNode to learn of the block
            .setting("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5")
            .setting("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "20")
            .setting("dfs.client.block.write.locateFollowingBlock.retries", "10000");
    return stock
        ? builder
        : builder.setting(
            "dfs.datanode.fsdataset.factory",
            "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
  }

  /** Starts it, with a storage policy under which all replicas go to the medium. */
  public BenchCluster start(ClusterSpec spec, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec, progress);
    try {
      hdfs.fs().setStoragePolicy(new Path("/"), spec.isStock() ? stockPolicy : policy);
      return hdfs;
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
  }

  /** The processes of the DataNodes. */
  public static List<Long> dataNodePids(ClusterView view) throws IOException {
    return view.status().daemons().stream()
        .filter(daemon -> daemon.role().equals(Role.DATANODE.title()))
        .map(DaemonStatus::pid)
        .toList();
  }
}
