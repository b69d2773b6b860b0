package org.tieredhdfs.bench.failslow;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/** The cluster of a case on one side. */
final class FailSlowSite {
  /** Every device at the speed that its profile says. */
  static final double MEDIA_FACTOR = 1;

  /** Nine daemons on two processors. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private final BenchPlan plan;
  private final FailSlowCase failSlowCase;
  private final Side side;
  private final int dataNodes;
  private final boolean keepsPageCache;

  FailSlowSite(BenchPlan plan, FailSlowCase failSlowCase, Side side, FailSlowOptions options) {
    this.plan = plan;
    this.failSlowCase = failSlowCase;
    this.side = side;
    Integer own = failSlowCase.dataNodes();
    this.dataNodes = own != null ? own : options.dataNodes();
    this.keepsPageCache = options.keepsPageCache();
  }

  Side side() {
    return side;
  }

  int dataNodes() {
    return dataNodes;
  }

  /** Whether reads may come from the page cache. */
  boolean keepsPageCache() {
    return keepsPageCache;
  }

  FailSlowCase failSlowCase() {
    return failSlowCase;
  }

  BenchPlan plan() {
    return plan;
  }

  /** The policy under which files are on a medium. */
  String policy(FailSlowMedium medium) {
    return medium.policy(side);
  }

  ClusterSpec spec(MediaPace pace) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .stock(side == Side.STOCK)
            .dataNodes(dataNodes)
            .startLimit(START_LIMIT)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse(FailSlowMedium.LAYOUT))
            .heapMb(Role.DATANODE, 256);
    FailSlowMedium.profiles().forEach(builder::profile);
    settings().forEach(builder::setting);
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  /** What the daemons are told; the user's own settings come behind. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    // A node where threads are stuck, or that has more than its share, is chosen all the same
    settings.put("dfs.namenode.redundancy.considerLoad", "false");
    // The disk of this machine, on which the NameNode would wait, is not what is measured
    settings.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    settings.put("hbase.wal.provider", failSlowCase.walProvider());
    settings.put("hbase.wal.storage.policy", policy(failSlowCase.medium()));
    if (side == Side.OURS) {
      settings.put(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
      settings.put(
          "dfs.datanode.fsdataset.volume.choosing.policy",
          "org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy");
    }
    return settings;
  }
}
