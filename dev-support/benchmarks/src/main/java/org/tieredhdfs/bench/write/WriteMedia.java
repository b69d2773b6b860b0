package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
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

  /** By its storage type. */
  public Map<String, MediaProfile> profiles() {
    return Map.of(type, profile());
  }

  /** HDFS of one side with one volume a DataNode; the plan's own settings come on top. */
  public ClusterSpec.Builder spec(BenchPlan plan, MediaPace pace, boolean stock, int dataNodes) {
    return BenchCluster.spec(plan, plan.dir().resolve(stock ? "stock" : "ours"), pace, stock)
        .emulatedMedia(model != null)
        .dataNodes(dataNodes)
        .layout(VolumeLayout.parse(type + "=1"))
        .profile(type, profile())
        .setting("dfs.blocksize", "128m")
        // a client that closes a file would wait 400 ms for the NameNode to learn of the block
        .setting("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5")
        .setting("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "20")
        .setting("dfs.client.block.write.locateFollowingBlock.retries", "10000");
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
