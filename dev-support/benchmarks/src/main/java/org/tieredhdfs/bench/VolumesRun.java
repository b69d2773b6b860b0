package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/** Measures one case on a cluster of its own: writers that keep all volumes of a node busy. */
final class VolumesRun {
  private static final int WARM_UP_MS = 5_000;
  private static final long SERIES_STEP_MS = 1_000;
  private static final double MB = 1 << 20;

  static final MediaProfile PROFILE = new MediaProfile(MediumModel.HDD, 1, 4L << 30);

  /** A volume that slows down is this many times slower than the other fast ones. */
  private static final int SLOWDOWN = 10;

  private final BenchPlan plan;
  private final MediaPace pace;
  private final VolumesCase volumesCase;
  private final VolumesLoad load;
  private final Progress progress;
  private String firstFailure = "";

  VolumesRun(
      BenchPlan plan,
      MediaPace pace,
      VolumesCase volumesCase,
      VolumesLoad load,
      Progress progress) {
    this.plan = plan;
    this.pace = pace;
    this.volumesCase = volumesCase;
    this.load = load;
    this.progress = progress;
  }

  ClusterSpec spec() {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .stock(volumesCase.side() == Side.STOCK)
            .hbase(false)
            .dataNodes(1)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse("DISK=" + VolumesCase.VOLUMES))
            .profile("DISK", PROFILE)
            .heapMb(Role.DATANODE, 512)
            .setting("dfs.replication", "1")
            .setting("dfs.blocksize", Integer.toString(load.blockBytes()))
            // Otherwise the page cache hides a slow volume.
            .setting("dfs.datanode.synconclose", "true")
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true")
            .setting("dfs.datanode.fsdataset.volume.choosing.policy", volumesCase.policy());
    if (volumesCase.side() == Side.OURS) {
      builder.setting(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  BenchmarkCase measure(int repeat) throws IOException, ClusterException, InterruptedException {
    try (BenchCluster cluster = BenchCluster.start(spec(), progress)) {
      List<Volume> volumes = cluster.volumes("dn0", "DISK");
      for (int i = 0; i < volumes.size(); i++) {
        cluster.media().slow(volumes.get(i), volumesCase.slowness(i));
      }
      progress.waitingFor(List.of(volumesCase.name() + ", repeat " + repeat));
      try (Writers writers =
          Writers.start(
              cluster,
              cluster.view().dataNode("dn0"),
              volumes,
              load.writers(),
              load.blockBytes())) {
        TimeUnit.MILLISECONDS.sleep(WARM_UP_MS);
        return volumesCase.shape() == VolumesCase.Shape.SLOWDOWN
            ? slowingDown(cluster, volumes.get(0), writers, repeat)
            : steady(writers, repeat);
      }
    }
  }

  /** Why a write failed, empty if none did. */
  String firstFailure() {
    return firstFailure;
  }

  private BenchmarkCase steady(Writers writers, int repeat)
      throws InterruptedException, ClusterException {
    long fromMs = writers.elapsedMs();
    TimeUnit.SECONDS.sleep(plan.seconds());
    long toMs = writers.elapsedMs();
    Shares shares = new Shares(writers.finish());
    Map<String, Double> metrics = metrics(shares, writers, fromMs, toMs);
    return result(repeat, metrics, shares, fromMs, toMs);
  }

  private BenchmarkCase slowingDown(
      BenchCluster cluster, Volume volume, Writers writers, int repeat)
      throws IOException, InterruptedException, ClusterException {
    long fromMs = writers.elapsedMs();
    TimeUnit.SECONDS.sleep(plan.seconds());
    double usual = volumesCase.slowness(0);
    cluster.media().slow(volume, usual * SLOWDOWN);
    long slowedMs = writers.elapsedMs();
    TimeUnit.SECONDS.sleep(plan.seconds());
    cluster.media().slow(volume, usual);
    long recoveredMs = writers.elapsedMs();
    TimeUnit.SECONDS.sleep(plan.seconds());
    long toMs = writers.elapsedMs();
    Shares shares = new Shares(writers.finish());
    Map<String, Double> metrics = metrics(shares, writers, fromMs, toMs);
    double former = shares.share(0, fromMs, slowedMs);
    metrics.put("shareBeforePercent", 100 * former);
    metrics.put("shareSlowedPercent", 100 * shares.share(0, slowedMs, recoveredMs));
    metrics.put("shareAfterPercent", 100 * shares.share(0, recoveredMs, toMs));
    metrics.put("loseShareSec", shares.lossSec(0, former, slowedMs, recoveredMs));
    metrics.put("regainShareSec", shares.regainSec(0, former, recoveredMs, toMs));
    return result(repeat, metrics, shares, fromMs, toMs);
  }

  private Map<String, Double> metrics(Shares shares, Writers writers, long fromMs, long toMs) {
    firstFailure = writers.firstFailure();
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("mbPerSec", rate(shares, fromMs, toMs));
    metrics.put("failedWrites", (double) writers.failures());
    double fast = 0;
    for (int i = 0; i < VolumesCase.VOLUMES; i++) {
      double percent = 100 * shares.share(i, fromMs, toMs);
      metrics.put("volume" + i + "SharePercent", percent);
      fast += i < VolumesCase.VOLUMES / 2 ? percent : 0;
    }
    metrics.put("fastHalfSharePercent", fast);
    return metrics;
  }

  private double rate(Shares shares, long fromMs, long toMs) {
    return shares.closed(fromMs, toMs) * load.blockBytes() / MB / ((toMs - fromMs) / 1_000.0);
  }

  private BenchmarkCase result(
      int repeat, Map<String, Double> metrics, Shares shares, long fromMs, long toMs) {
    List<Long> elapsedMs = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (long ms = fromMs; ms + SERIES_STEP_MS <= toMs; ms += SERIES_STEP_MS) {
      elapsedMs.add(ms + SERIES_STEP_MS - fromMs);
      rates.add(rate(shares, ms, ms + SERIES_STEP_MS));
    }
    return new BenchmarkCase(
        volumesCase.name(),
        volumesCase.side(),
        repeat,
        metrics,
        List.of(new Series("mbPerSec", elapsedMs, rates)));
  }
}
