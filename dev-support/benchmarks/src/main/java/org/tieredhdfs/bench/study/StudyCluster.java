package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.DeviceSettings;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * A cluster of a case, up and ready to be loaded, with its devices limited and watched.
 *
 * @param limit of what each device may have in the page cache
 * @param mover its service, if there is anything to move
 */
record StudyCluster(
    Side side,
    LocalCluster cluster,
    ClusterView view,
    VolumeDevices devices,
    DeviceSettings limit,
    @Nullable MoverProcess mover)
    implements AutoCloseable {
  /** The study had some percent of its data in the page cache. */
  private static final long WRITEBACK_BYTES = 16L << 20;

  /** Figures are at most a second old; 10 is the default. */
  private static final String METRICS = "*.period=1\n";

  private static final long ANSWER_LIMIT_SEC = 300;
  private static final long POLL_MS = 500;

  /**
   * @throws ClusterException if a daemon does not come up
   */
  static StudyCluster start(StudySite site, BenchPlan plan, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    LocalCluster cluster = new LocalCluster(site.spec(plan, pace), Progress.silent());
    DeviceSettings limit = null;
    MoverProcess mover = null;
    boolean isUp = false;
    try {
      ClusterView view = cluster.startHdfs();
      VolumeDevices devices = VolumeDevices.of(view.record().volumes());
      limit = DeviceSettings.limitWriteback(devices.writebackNames(), WRITEBACK_BYTES);
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        fs.setStoragePolicy(new org.apache.hadoop.fs.Path("/"), site.rootPolicy());
      }
      Path metrics = view.dirs().conf().resolve("hadoop-metrics2-hbase.properties");
      Files.writeString(metrics, METRICS);
      if (!site.isStock() && site.archiveMoves()) {
        mover = MoverProcess.start(view, Progress.silent());
      }
      cluster.startHbase();
      isUp = true;
      return new StudyCluster(site.side(), cluster, view, devices, limit, mover);
    } finally {
      if (!isUp) {
        close(mover, limit, cluster);
      }
    }
  }

  private static void close(
      @Nullable MoverProcess mover, @Nullable DeviceSettings limit, LocalCluster cluster)
      throws IOException, ClusterException {
    // limits go before the devices are detached, which first write back what they hold
    try (cluster;
        limit;
        mover) {
      // all of them, in this order from the last
    }
  }

  /** The processes of its RegionServers. */
  List<Long> regionServerPids() throws IOException {
    return daemons(Role.REGIONSERVER).stream().map(DaemonStatus::pid).toList();
  }

  /** The web servers of its DataNodes. */
  List<String> dataNodeAddresses() throws IOException, ClusterException, InterruptedException {
    List<String> addresses = new ArrayList<>();
    for (DaemonStatus daemon : daemons(Role.DATANODE)) {
      addresses.add(awaitAddress(daemon.name()));
    }
    return addresses;
  }

  private List<DaemonStatus> daemons(Role role) throws IOException {
    return view.status().daemons().stream()
        .filter(daemon -> daemon.role().equals(role.title()))
        .toList();
  }

  /** A NameNode on a busy machine may not answer at the first time. */
  private String awaitAddress(String dataNode)
      throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_LIMIT_SEC);
    while (true) {
      try {
        return view.dataNode(dataNode).http();
      } catch (ClusterException notYet) {
        if (System.nanoTime() - endNs > 0) {
          throw notYet;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    }
  }

  /** Whether the mover's service, where there is to be one, is still there. */
  void requireMover() throws ClusterException {
    if (mover != null && !mover.isAlive()) {
      throw new ClusterException("the file mover's service has ended");
    }
  }

  @Override
  public void close() throws IOException, ClusterException {
    close(mover, limit, cluster);
  }
}
