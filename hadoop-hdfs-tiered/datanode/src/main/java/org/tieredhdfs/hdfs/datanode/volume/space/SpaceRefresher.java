package org.tieredhdfs.hdfs.datanode.volume.space;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Rounds;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch;

/**
 * A thread that refreshes the cached space figures of one volume.
 *
 * <p>It also probes the volume when that is due, whether it answers and how fast. One per volume,
 * so that a file system that does not answer keeps only its own figures old. It ends, and makes the
 * registry forget the volume, when the volume is closed.
 */
public final class SpaceRefresher implements Runnable {
  private final FsVolumeSpi volume;
  private final CachedDf space;
  private final VolumeRegistry registry;
  private final VolumeProbe probe;
  private final RecoveryWatch recovery;
  private final long intervalMs;
  private final Thread thread;

  /**
   * @param intervalMs how often the file system is asked
   * @param probe run by this thread, as is {@code recovery}
   */
  public SpaceRefresher(
      FsVolumeSpi volume,
      CachedDf space,
      VolumeRegistry registry,
      long intervalMs,
      VolumeProbe probe,
      RecoveryWatch recovery) {
    this.probe = probe;
    this.recovery = recovery;
    this.volume = volume;
    this.space = space;
    this.registry = registry;
    this.intervalMs = intervalMs;
    this.thread = new Thread(this, "space of " + volume);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    VolumeState state = registry.state(volume);
    try {
      Rounds.run(thread.getName(), () -> !state.isOpen(), () -> refresh(state));
    } finally {
      registry.remove(state);
    }
  }

  private void refresh(VolumeState state) throws InterruptedException {
    boolean asked = state.canary().await(intervalMs);
    InFlight io = state.begin("STATFS", IoClass.READ, 0);
    try {
      // Its return does not show that reads work: the kernel answers without the device
      space.refresh();
    } finally {
      io.close();
    }
    probe.runIfDue(asked);
    recovery.runIfDue();
  }

  /** Stops the thread unless it is stuck in the file system; then it ends when that answers. */
  public void stop() {
    thread.interrupt();
  }
}
