package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.Hang;

/**
 * A fault that lasts until {@link #close}, and no longer than this process: when that is
 * interrupted, a stopped process continues, and the end of the cluster heals its volumes.
 */
final class FaultInjection implements AutoCloseable {
  private static final double SLOWNESS = 10;
  private static final Duration STUTTER = Duration.ofSeconds(1);
  private static final Duration STUTTER_PERIOD = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Media media;
  private final List<Volume> volumes;
  private final long pid;
  private final @Nullable Thread exitHook;

  private FaultInjection(Media media, List<Volume> volumes, long pid) {
    this.media = media;
    this.volumes = volumes;
    this.pid = pid;
    exitHook = pid == 0 ? null : new Thread(this::resumeAtExit, "end of the pause");
  }

  /**
   * Begins the fault.
   *
   * @param target the volume that it hits; of a fault of the node, one of its volumes
   */
  static FaultInjection begin(FailSlowCluster cluster, FailSlowFault fault, Volume target)
      throws IOException, ClusterException {
    boolean isPause = fault == FailSlowFault.PAUSE;
    List<Volume> volumes =
        fault.isOfAVolume()
            ? List.of(target)
            : fault == FailSlowFault.SLOW_NODE ? cluster.volumes(target.dataNode()) : List.of();
    FaultInjection injection =
        new FaultInjection(cluster.media(), volumes, isPause ? cluster.pid(target.dataNode()) : 0);
    boolean hasBegun = false;
    try {
      injection.apply(fault);
      hasBegun = true;
      return injection;
    } finally {
      if (!hasBegun) {
        injection.close();
      }
    }
  }

  private void apply(FailSlowFault fault) throws IOException {
    for (Volume volume : volumes) {
      switch (fault) {
        case HANG -> media.hang(volume, Hang.ALL);
        case READS_HANG -> media.hang(volume, Hang.READS);
        case SLOW, SLOW_NODE -> media.slow(volume, SLOWNESS);
        case STUTTER -> media.stutter(volume, STUTTER, STUTTER_PERIOD);
        case NONE, PAUSE -> throw new IllegalArgumentException(fault + " is of no volume");
      }
    }
    Thread hook = exitHook;
    if (hook != null) {
      Runtime.getRuntime().addShutdownHook(hook);
      signal("-STOP");
    }
  }

  private void signal(String signal) throws IOException {
    LinuxTool.run(LIMIT, "kill", signal, Long.toString(pid));
  }

  private void resumeAtExit() {
    try {
      signal("-CONT");
    } catch (IOException gone) {
      // The end of the cluster came first
      return;
    }
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Volume volume : volumes) {
      try {
        media.heal(volume);
      } catch (IOException e) {
        failure = e;
      }
    }
    Thread hook = exitHook;
    if (hook != null) {
      signal("-CONT");
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException isExiting) {
        return;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
