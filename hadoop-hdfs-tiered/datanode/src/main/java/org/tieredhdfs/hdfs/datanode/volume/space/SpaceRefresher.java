package org.tieredhdfs.hdfs.datanode.volume.space;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch;

/**
 * Refreshes the cached space figures of one volume when somebody has looked at old ones, as each
 * heartbeat does.
 *
 * <p>It also probes the volume when that is due, whether it answers and how fast. All that is done
 * on {@link VolumeThreads}, so that a file system that does not answer keeps only its own figures
 * old.
 */
public final class SpaceRefresher {
  private final FsVolumeSpi volume;
  private final CachedDf space;
  private final VolumeRegistry registry;
  private final VolumeProbe probe;
  private final RecoveryWatch recovery;

  private SpaceRefresher(
      FsVolumeSpi volume,
      CachedDf space,
      VolumeRegistry registry,
      VolumeProbe probe,
      RecoveryWatch recovery) {
    this.volume = volume;
    this.space = space;
    this.registry = registry;
    this.probe = probe;
    this.recovery = recovery;
  }

  /** Starts to look after a volume. */
  public static void start(
      FsVolumeSpi volume,
      CachedDf space,
      VolumeRegistry registry,
      VolumeThreads threads,
      VolumeProbe probe,
      RecoveryWatch recovery) {
    SpaceRefresher refresher = new SpaceRefresher(volume, space, registry, probe, recovery);
    VolumeThreads.Turn turn = new VolumeThreads.Turn(volume.toString(), refresher::refresh);
    space.whenOld(() -> threads.ask(turn, false));
    registry.state(volume).canary().whenAsked(() -> threads.ask(turn, true));
  }

  private void refresh() {
    VolumeState state = registry.state(volume);
    if (!state.isOpen()) {
      registry.remove(state);
      return;
    }
    InFlight io = state.begin("STATFS", IoClass.READ, 0);
    try {
      // Its return does not show that reads work: the kernel answers without the device
      space.refresh();
    } finally {
      io.close();
    }
    probe.runIfDue();
    recovery.runIfDue();
  }
}
