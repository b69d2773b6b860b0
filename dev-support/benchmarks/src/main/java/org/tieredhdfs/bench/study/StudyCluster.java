package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * A cluster of a case, up and ready to be loaded, with its devices limited and watched.
 *
 * @param mover its service, if there is anything to move
 */
record StudyCluster(
    Side side,
    BenchCluster hdfs,
    VolumeDevices devices,
    @Nullable MoverProcess mover,
    StartedParts started)
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
    StartedParts started = new StartedParts();
    boolean isUp = false;
    try {
      BenchCluster hdfs = BenchCluster.start(site.spec(plan, pace), Progress.silent());
      started.add(hdfs::close);
      ClusterView view = hdfs.view();
      // limits go before the devices are detached, which first write back what they hold
      VolumeDevices devices =
          VolumeDevices.limited(view.record().volumes(), WRITEBACK_BYTES, started);
      hdfs.fs().setStoragePolicy(new org.apache.hadoop.fs.Path("/"), site.rootPolicy());
      Path metrics = view.dirs().conf().resolve("hadoop-metrics2-hbase.properties");
      Files.writeString(metrics, METRICS);
      MoverProcess mover = null;
      if (!site.isStock() && site.archiveMoves()) {
        mover = MoverProcess.start(view, Progress.silent());
        started.add(mover::close);
      }
      hdfs.startHbase();
      isUp = true;
      return new StudyCluster(site.side(), hdfs, devices, mover, started);
    } finally {
      if (!isUp) {
        started.close();
      }
    }
  }

  ClusterView view() {
    return hdfs.view();
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
    return view().status().daemons().stream()
        .filter(daemon -> daemon.role().equals(role.title()))
        .toList();
  }

  /** A NameNode on a busy machine may not answer at the first time. */
  private String awaitAddress(String dataNode)
      throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_LIMIT_SEC);
    while (true) {
      try {
        return view().dataNode(dataNode).http();
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
    started.close();
  }
}
