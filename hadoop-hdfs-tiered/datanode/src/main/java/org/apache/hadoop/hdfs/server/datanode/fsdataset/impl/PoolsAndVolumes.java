package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.OperationGate;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * Adds and removes block pools and volumes, while nothing else runs on them.
 *
 * <p>Waits for operations that are already running, for a limited time, and lets the caller alone
 * wait. What outlives that finds its pool or volume closed, see {@link NewestReplicaMap}, and
 * fails. Hadoop itself waits without limit until none of the volumes being removed is in use.
 * Thread-safe.
 */
final class PoolsAndVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(PoolsAndVolumes.class);

  private static final long POLL_MS = 5;

  /** How long Hadoop may take to close a volume; a stuck scanner delays it. */
  private static final long STRIKING_LIMIT_MS = 500;

  private final FsDatasetImpl dataset;
  private final FsVolumeList volumes;
  private final NewestReplicaMap replicas;
  private final DatasetGuards guards;
  private final OperationGate gate;

  /** Removed volumes that have not been added again, by location. */
  private final Map<URI, Left> left = new ConcurrentHashMap<>();

  private static final class Left {
    private final FsVolumeImpl volume;
    private final Thread striking;
    private volatile long sinceNanos = System.nanoTime();

    Left(FsVolumeImpl volume, Thread striking) {
      this.volume = volume;
      this.striking = striking;
    }

    boolean isUsed() {
      return striking.isAlive() || volume.getReferenceCount() > 0;
    }
  }

  PoolsAndVolumes(
      FsDatasetImpl dataset,
      FsVolumeList volumes,
      NewestReplicaMap replicas,
      DatasetGuards guards) {
    this.dataset = dataset;
    this.volumes = volumes;
    this.replicas = replicas;
    this.guards = guards;
    this.gate = guards.registry().gate();
  }

  void addPool(String pool, DatasetOperations.Action adding) throws IOException {
    gate.closePool(pool);
    try {
      drainPool(pool);
      adding.run();
    } finally {
      gate.openPool(pool);
    }
  }

  /** The gate stays closed. */
  void shutDownPool(String pool, Runnable shuttingDown) {
    gate.closePool(pool);
    drainPool(pool);
    shuttingDown.run();
  }

  /** The gate stays closed. */
  void deletePool(String pool, DatasetOperations.Action deleting) throws IOException {
    gate.closePool(pool);
    List<InFlight> running = drainPool(pool);
    if (!running.isEmpty() || Thread.currentThread().isInterrupted()) {
      throw new IOException(
          String.format(
              "Block pool %s cannot be deleted: interrupted, or operations are still running: %s",
              pool, running));
    }
    deleting.run();
  }

  private List<InFlight> drainPool(String pool) {
    try {
      List<InFlight> running = gate.drainPool(pool, guards.drainTimeoutMs);
      if (!running.isEmpty()) {
        LOG.warn("Closing block pool {} although operations are still running: {}", pool, running);
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /**
   * Takes volumes out of service because they failed. Never waits: the replicas on the volumes are
   * removed and the NameNode is notified, even if a disk never answers again.
   */
  void failVolumes(Collection<FsVolumeSpi> failed) {
    for (FsVolumeImpl volume : volumes.getVolumes()) {
      if (failed.contains(volume)) {
        volumes.addVolumeFailureInfo(
            new VolumeFailureInfo(volume.getStorageLocation(), Time.now(), volume.getCapacity()));
        close(volume);
        guards.forget(volume.getStorageID());
      }
    }
  }

  /**
   * Takes volumes out of service and has them removed. First waits for running operations, for a
   * limited time and only while the disk answers; operations that remain have no effect.
   */
  void removeVolumes(Collection<StorageLocation> locations, Runnable removing) {
    List<Left> closed = new ArrayList<>();
    for (FsVolumeImpl volume : volumes.getVolumes()) {
      if (locations.contains(volume.getStorageLocation())) {
        closed.add(close(volume));
      }
    }
    try {
      awaitUnused(closed);
      removing.run();
      for (Left one : closed) {
        guards.forget(one.volume.getStorageID());
      }
    } finally {
      // From now on the NameNode learns that the replicas are gone
      for (StorageLocation location : locations) {
        Left one = left.get(location.getNormalizedUri());
        if (one != null) {
          one.sinceNanos = System.nanoTime();
        }
      }
    }
  }

  /** Closes a volume: no new operation starts on it, no replica is added, and its writers end. */
  private Left close(FsVolumeImpl volume) {
    StorageLocation location = volume.getStorageLocation();
    // Hadoop also joins a scanner then, and writes a file there
    Runnable striking = () -> volumes.removeVolume(location, false);
    Left closing = new Left(volume, new Thread(striking, "removal of " + volume));
    Left before = left.putIfAbsent(location.getNormalizedUri(), closing);
    if (before != null) {
      closing = before;
    } else {
      closing.striking.setDaemon(true);
      closing.striking.start();
    }
    try {
      closing.striking.join(STRIKING_LIMIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      if (VolumeState.isOpen(volume)) {
        volume.setClosed();
      }
    } catch (IOException e) {
      LOG.debug("Volume {} was closed meanwhile", volume, e);
    }
    // Writers that began before the close are registered after this
    replicas.awaitAdditions();
    dataset.stopAllDataxceiverThreads(volume);
    return closing;
  }

  private void awaitUnused(List<Left> closed) {
    long endNanos = System.nanoTime() + guards.drainTimeoutMs * 1_000_000;
    try {
      for (Left one : closed) {
        VolumeState state = guards.registry().find(one.volume.getStorageID());
        while (one.isUsed()
            && (state == null || !state.isHung())
            && System.nanoTime() - endNanos < 0) {
          Thread.sleep(POLL_MS);
        }
        if (one.isUsed()) {
          LOG.warn("Removing volume {} although operations are still running", one.volume);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Enforces the minimum time between the removal of a volume and its return.
   *
   * <p>Deletions that the NameNode had on its way when the volume left meet no replica then,
   * instead of one that it counts as new.
   *
   * @throws IOException if an operation has been running there since before the removal, because it
   *     could change files that are read now
   */
  void awaitReturn(StorageLocation location) throws IOException {
    Left one = left.get(location.getNormalizedUri());
    if (one == null) {
      return;
    }
    long waitMs = guards.returnDelayMs - (System.nanoTime() - one.sinceNanos) / 1_000_000;
    if (waitMs > 0) {
      LOG.info("Adding volume {} again in {} ms: it was removed a moment ago", location, waitMs);
      try {
        Thread.sleep(waitMs);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Return of volume " + location + " was interrupted");
      }
    }
    if (one.isUsed()) {
      throw new IOException(
          String.format(
              "Volume %s cannot be added again yet: an operation from before its removal is still"
                  + " running, because a disk does not answer or a client is slow. Retry when it"
                  + " has ended, or restart the DataNode.",
              location));
    }
    left.remove(location.getNormalizedUri(), one);
  }
}
