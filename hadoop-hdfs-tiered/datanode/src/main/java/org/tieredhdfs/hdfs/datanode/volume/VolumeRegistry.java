package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of a DataNode and what its threads are doing on them.
 *
 * <p>Thread-safe; nothing here waits.
 */
public final class VolumeRegistry {
  private final int maxThreadsPerVolume;
  private final MoveBound moves;
  private final int metricsIntervalSec;
  private final Map<String, VolumeState> volumes = new ConcurrentHashMap<>();
  private final OperationGate gate = new OperationGate();
  private final RamCreations ramCreations = new RamCreations();

  @SuppressWarnings("ThreadLocalUsage") // a registry per DataNode, which a test has many of
  private final ThreadLocal<@Nullable InFlight> current = new ThreadLocal<>();

  /**
   * @param maxThreadsPerVolume what exceeds it is refused
   * @param movePermits how many blocks balancer and mover may move at a time on the whole node
   * @param metricsIntervalSec over how long percentiles are formed
   */
  public VolumeRegistry(int maxThreadsPerVolume, int movePermits, int metricsIntervalSec) {
    this.maxThreadsPerVolume = maxThreadsPerVolume;
    this.moves = new MoveBound(movePermits);
    this.metricsIntervalSec = metricsIntervalSec;
  }

  public OperationGate gate() {
    return gate;
  }

  public RamCreations ramCreations() {
    return ramCreations;
  }

  /** The state of a volume; made when it is first asked for. */
  public VolumeState state(FsVolumeSpi volume) {
    VolumeState known = volumes.get(volume.getStorageID());
    return known != null ? known : add(volume);
  }

  private VolumeState add(FsVolumeSpi volume) {
    return volumes.computeIfAbsent(
        volume.getStorageID(), id -> new VolumeState(volume, metricsIntervalSec));
  }

  /** The state of a volume that is known, by its storage id. */
  public @Nullable VolumeState find(String storageId) {
    return volumes.get(storageId);
  }

  public Collection<VolumeState> all() {
    return List.copyOf(volumes.values());
  }

  /** Forgets a volume that was removed. */
  public void remove(VolumeState volume) {
    if (volumes.remove(volume.storageId(), volume)) {
      volume.metrics().close();
    }
  }

  /** Whether the calling thread may not begin a further operation on a volume for now. */
  public boolean isFull(VolumeState volume) {
    return volume.threads() >= maxThreadsPerVolume || moves.isReached(volume);
  }

  /**
   * Begins an operation of the dataset.
   *
   * @param volume null if it has not been chosen yet
   * @param bounded whether the operation is refused when too many are in flight; those that end
   *     others never are
   * @throws IOException if pool or volume is being closed or too many operations are in flight
   */
  public InFlight begin(
      String name, String blockPoolId, @Nullable VolumeState volume, boolean bounded)
      throws IOException {
    InFlight outer = current.get();
    if (outer == null && bounded && volume != null) {
      refuseIfFull(name, volume);
    }
    InFlight started =
        new InFlight(name, IoClass.OPERATION, 0, blockPoolId, volume, withoutIo(outer));
    if (started.outer() == null) {
      gate.enter(started, bounded);
    }
    current.set(started);
    if (volume != null) {
      volume.begin(started, isCounted(started, volume));
    }
    return started;
  }

  private void refuseIfFull(String name, VolumeState volume) throws IOException {
    if (isFull(volume)) {
      volume.metrics().addRefused();
      throw new IOException(
          name
              + " refused: "
              + volume.threads()
              + " threads are busy on volume "
              + volume
              + ", allowed are "
              + maxThreadsPerVolume
              + " and "
              + moves);
    }
  }

  /** What the calling thread is in, if anything. */
  public @Nullable InFlight current() {
    return current.get();
  }

  /** The volume of an operation, if it is known by now. */
  public @Nullable VolumeState volumeOf(InFlight operation) {
    return operation.volume();
  }

  /** A volume has been chosen for the operation that the calling thread is in. */
  public void chosen(VolumeState volume) {
    InFlight operation = current.get();
    if (operation == null || operation.isIo()) {
      return;
    }
    VolumeState before = operation.volume();
    if (before == volume) {
      return;
    }
    if (before != null) {
      before.end(operation, isCounted(operation, before));
    }
    operation.volume(volume);
    volume.begin(operation, isCounted(operation, volume));
  }

  /** Ends an operation or I/O call and whatever the calling thread left open inside it. */
  public void end(InFlight ended) {
    InFlight inner = current.get();
    while (inner != null && inner != ended) {
      close(inner);
      inner = inner.outer();
    }
    close(ended);
    if (ended.outer() == null) {
      current.remove();
    } else {
      current.set(ended.outer());
    }
  }

  private void close(InFlight ended) {
    VolumeState volume = ended.volume();
    if (volume != null) {
      volume.end(ended, isCounted(ended, volume));
    }
    ended.setDone();
    if (!ended.isIo() && ended.outer() == null) {
      gate.leave(ended);
    }
  }

  /** A thread counts once per volume, however deep it is in operations on it. */
  private static boolean isCounted(InFlight inFlight, VolumeState volume) {
    for (InFlight o = inFlight.outer(); o != null; o = o.outer()) {
      if (o.volume() == volume) {
        return false;
      }
    }
    return true;
  }

  /** Begins an I/O call; one that the thread left open without telling is taken as ended. */
  public InFlight beginIo(String name, IoClass ioClass, FsVolumeSpi volume, long bytes) {
    VolumeState state = state(volume);
    InFlight started =
        new InFlight(name, ioClass, Math.max(0, bytes), "", state, withoutIo(current.get()));
    current.set(started);
    state.begin(started, isCounted(started, state));
    return started;
  }

  private @Nullable InFlight withoutIo(@Nullable InFlight inFlight) {
    InFlight operation = inFlight;
    while (operation != null && operation.isIo()) {
      close(operation);
      operation = operation.outer();
    }
    return operation;
  }

  /** The calling thread's I/O call has come back. */
  public void endIo(boolean succeeded) {
    InFlight io = current.get();
    if (io == null || !io.isIo()) {
      return;
    }
    VolumeState volume = io.volume();
    if (succeeded && volume != null) {
      volume.finished(io.ioClass(), io.startNanos());
    }
    end(io);
  }

  /**
   * Begins a copy by the calling thread to a volume, beside its I/O calls on another one; it has to
   * be handed to {@link #endCopy}.
   */
  public InFlight beginCopy(FsVolumeSpi target, long bytes) {
    VolumeState state = state(target);
    InFlight started =
        new InFlight(
            InFlight.COPY_TO,
            IoClass.COPY,
            Math.max(0, bytes),
            "",
            state,
            withoutIo(current.get()));
    state.begin(started, isCounted(started, state));
    return started;
  }

  public void endCopy(InFlight copy) {
    VolumeState state = copy.volume();
    if (state != null) {
      state.end(copy, isCounted(copy, state));
    }
    copy.setDone();
  }
}
