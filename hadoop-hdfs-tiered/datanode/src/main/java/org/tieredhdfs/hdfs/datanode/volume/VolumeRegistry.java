package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;

/**
 * The registry of a DataNode's volumes and of the operations on them.
 *
 * <p>Thread-safe; nothing here waits.
 */
public final class VolumeRegistry {
  private final int maxThreadsPerVolume;
  private final MoveBound moves;
  private final long hangTimeoutMs;
  private final int metricsIntervalSec;

  /** By the volume object, not its storage id: one that was added again is another one. */
  private final Map<FsVolumeSpi, VolumeState> volumes = new ConcurrentHashMap<>();

  private final OperationGate gate = new OperationGate();
  private final IdleBell bell = new IdleBell();
  private final RamCreations ramCreations = new RamCreations();
  private volatile LatencySettings speeds = LatencySettings.DROPS_NOBODY;

  /**
   * @param maxThreadsPerVolume what exceeds it is refused on a volume that does not answer
   * @param movePermits how many blocks balancer and mover may move at a time on the whole node
   * @param hangTimeoutMs how long one I/O call may take before its volume is taken to hang
   * @param metricsIntervalSec over how long percentiles are formed
   */
  public VolumeRegistry(
      int maxThreadsPerVolume, int movePermits, long hangTimeoutMs, int metricsIntervalSec) {
    this.maxThreadsPerVolume = maxThreadsPerVolume;
    this.moves = new MoveBound(Math.max(1, movePermits / 2));
    this.hangTimeoutMs = hangTimeoutMs;
    this.metricsIntervalSec = metricsIntervalSec;
  }

  public OperationGate gate() {
    return gate;
  }

  /** Rings when an I/O call begins. */
  public IdleBell bell() {
    return bell;
  }

  public RamCreations ramCreations() {
    return ramCreations;
  }

  /** Has the judge of volumes find those that are slow, too, for a policy that goes by it. */
  public void judgeSpeed(LatencySettings settings) {
    speeds = settings;
  }

  /** How to judge how fast volumes are. */
  public LatencySettings speeds() {
    return speeds;
  }

  /** The state of a volume; made when it is first asked for. */
  public VolumeState state(FsVolumeSpi volume) {
    VolumeState known = volumes.get(volume);
    return known != null
        ? known
        : volumes.computeIfAbsent(
            volume, added -> new VolumeState(added, bell, hangTimeoutMs, metricsIntervalSec));
  }

  /**
   * The state of a volume that is known, by its storage id. One that was removed and added again
   * has that of the one before, on which a call may be stuck still: it is the one in service.
   */
  public @Nullable VolumeState find(String storageId) {
    VolumeState found = null;
    for (VolumeState volume : volumes.values()) {
      if (volume.storageId().equals(storageId) && (found == null || !found.isOpen())) {
        found = volume;
      }
    }
    return found;
  }

  public Collection<VolumeState> all() {
    return List.copyOf(volumes.values());
  }

  /** Forgets a volume that was removed. */
  public void remove(VolumeState volume) {
    if (volumes.remove(volume.volume(), volume)) {
      volume.metrics().close();
    }
  }

  /** Forgets the volumes of a location that are not among those in service. */
  public void keepOnly(StorageLocation location, Collection<? extends FsVolumeSpi> inService) {
    for (VolumeState state : volumes.values()) {
      if (location.equals(state.volume().getStorageLocation())
          && !inService.contains(state.volume())) {
        remove(state);
      }
    }
  }

  /** Forgets volumes that left; a call that came late may have brought one back. */
  public void forgetClosed() {
    for (VolumeState volume : volumes.values()) {
      if (!volume.isOpen() && volume.threads() == 0) {
        remove(volume);
      }
    }
  }

  /**
   * Whether the volume does not answer and is at its limit, so that the calling thread cannot start
   * another operation on it. One that answers has no limit of its own, however slow it is.
   */
  public boolean isFull(VolumeState volume) {
    return volume.judgement().isStuck()
        && (volume.isFull(maxThreadsPerVolume) || moves.isReached(volume));
  }

  /**
   * Begins an operation of the dataset, to be closed in a {@code finally}.
   *
   * @param volume null if it has not been chosen yet, see {@link InFlight#chosen}
   * @param bounded whether the operation is refused when too many are in flight; those that end
   *     others never are
   * @throws IOException if pool or volume is being closed or too many operations are in flight
   */
  public InFlight begin(
      String name, String blockPoolId, @Nullable VolumeState volume, boolean bounded)
      throws IOException {
    if (bounded && volume != null && isFull(volume)) {
      volume.metrics().refused.incr();
      throw new IOException(
          String.format(
              "%s refused: %d threads wait for volume %s, which does not answer; the limit is %d and %d moves at a time",
              name, volume.threads(), volume, maxThreadsPerVolume, moves.maxPerVolume()));
    }
    InFlight started = new InFlight(name, IoClass.OPERATION, 0, blockPoolId, gate);
    if (volume != null) {
      started.chosen(volume);
    }
    gate.enter(started, bounded);
    return started;
  }
}
