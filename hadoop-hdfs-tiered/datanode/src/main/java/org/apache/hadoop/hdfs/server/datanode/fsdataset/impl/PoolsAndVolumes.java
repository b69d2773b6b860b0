package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.OperationGate;

/**
 * What surrounds the coming and going of block pools and volumes: nothing else runs there
 * meanwhile.
 *
 * <p>Waits for operations that are already running, for a limited time, and lets the caller alone
 * wait. Thread-safe.
 */
final class PoolsAndVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(PoolsAndVolumes.class);

  private final DatasetGuards guards;
  private final OperationGate gate;
  private final Map<URI, Long> removedNanos = new ConcurrentHashMap<>();

  PoolsAndVolumes(DatasetGuards guards) {
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
          "Block pool " + pool + " cannot be deleted: interrupted or still running: " + running);
    }
    deleting.run();
  }

  private List<InFlight> drainPool(String pool) {
    try {
      List<InFlight> running = gate.drainPool(pool, guards.drainTimeoutMs());
      if (!running.isEmpty()) {
        LOG.warn("Block pool {} is closed while these run: {}", pool, running);
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  void removeVolumes(List<String> storageIds, List<StorageLocation> locations, Runnable removing) {
    storageIds.forEach(gate::closeVolume);
    try {
      storageIds.forEach(this::drainVolume);
      removing.run();
      storageIds.forEach(guards::forget);
    } finally {
      // The NameNode is told that the replicas are gone. A failed volume has left the list before
      long nowNanos = System.nanoTime();
      locations.forEach(location -> removedNanos.put(location.getNormalizedUri(), nowNanos));
      storageIds.forEach(gate::openVolume);
    }
  }

  /**
   * Lets some time pass between the removal of a volume and its return.
   *
   * <p>Deletions that the NameNode had on its way when the volume left meet no replica then. After
   * a return at once they would meet replicas that the NameNode counts as new ones, and on the
   * strength of which it has others deleted: all of a block's replicas might go.
   */
  void awaitReturn(StorageLocation location) throws IOException {
    Long leftNanos = removedNanos.remove(location.getNormalizedUri());
    if (leftNanos == null) {
      return;
    }
    long waitMs = guards.returnDelayMs() - (System.nanoTime() - leftNanos) / 1_000_000;
    if (waitMs > 0) {
      LOG.info("Volume {} comes back in {} ms: it was removed just now", location, waitMs);
      try {
        Thread.sleep(waitMs);
      } catch (InterruptedException e) {
        removedNanos.put(location.getNormalizedUri(), leftNanos);
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Return of volume " + location + " was interrupted");
      }
    }
  }

  /** Stops twice: operations that run during the first time may add writers after it. */
  void stopTransfers(String storageId, Runnable stopping) {
    stopping.run();
    drainVolume(storageId);
    stopping.run();
  }

  private void drainVolume(String storageId) {
    try {
      List<InFlight> running = gate.drainVolume(storageId, guards.drainTimeoutMs());
      if (!running.isEmpty()) {
        LOG.warn("Volume {} is closed while these run: {}", storageId, running);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
