package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterators;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The replica map in memory. It never replaces a replica by an older one, and has none on removed
 * volumes or in removed block pools.
 *
 * <p>Stock lets what a volume brings back replace what was appended to meanwhile on others. Here it
 * stays a file on its disk, which the directory scanner clears away.
 *
 * <p>An operation that outlives its volume or pool, because the disk did not answer, finds that its
 * replica is not taken. Stock would bring the pool back with it.
 */
final class NewestReplicaMap extends ReplicaMap {
  private static final Logger LOG = LoggerFactory.getLogger(NewestReplicaMap.class);

  private final Set<String> closedPools = ConcurrentHashMap.newKeySet();

  /** What a call of the thread does not see. */
  private static final ThreadLocal<@Nullable Predicate<ReplicaInfo>> LEFT_OUT = new ThreadLocal<>();

  /** Shared by additions. Held only briefly, and never during I/O. */
  private final ReadWriteLock additions = new ReentrantReadWriteLock();

  NewestReplicaMap(DataNodeLockManager<AutoCloseDataSetLock> locks) {
    super(locks);
  }

  /** Whether a replica's pool and volume are in service; otherwise the replica does not count. */
  boolean isServed(String pool, ReplicaInfo replica) {
    FsVolumeSpi volume = replica.getVolume();
    return !closedPools.contains(pool) && (volume == null || VolumeState.isOpen(volume));
  }

  /** Returns when no replica is added any more on volumes that were closed before. */
  void awaitAdditions() {
    alone(() -> {});
  }

  private void alone(Runnable action) {
    additions.writeLock().lock();
    try {
      action.run();
    } finally {
      additions.writeLock().unlock();
    }
  }

  /** Makes a call that goes through all replicas without some of them, on this thread. */
  <T> T without(Predicate<ReplicaInfo> some, Supplier<T> call) {
    LEFT_OUT.set(some);
    try {
      return call.get();
    } finally {
      LEFT_OUT.remove();
    }
  }

  @Override
  void replicas(String pool, Consumer<Iterator<ReplicaInfo>> consumer) {
    Predicate<ReplicaInfo> some = LEFT_OUT.get();
    super.replicas(
        pool,
        some == null
            ? consumer
            : all -> consumer.accept(Iterators.filter(all, replica -> !some.test(replica))));
  }

  @Override
  ReplicaInfo add(String pool, ReplicaInfo replica) {
    return addIfServed(
        pool, replica, () -> super.add(pool, replica), () -> get(pool, replica.getBlockId()));
  }

  @Override
  ReplicaInfo addAndGet(String pool, ReplicaInfo replica) {
    return addIfServed(pool, replica, () -> super.addAndGet(pool, replica), () -> replica);
  }

  private @Nullable ReplicaInfo addIfServed(
      String pool,
      ReplicaInfo replica,
      Supplier<@Nullable ReplicaInfo> adding,
      Supplier<@Nullable ReplicaInfo> otherwise) {
    additions.readLock().lock();
    try {
      if (isServed(pool, replica)) {
        return adding.get();
      }
    } finally {
      additions.readLock().unlock();
    }
    LOG.warn("Not adding {}: its volume or block pool was removed meanwhile", replica);
    return otherwise.get();
  }

  @Override
  void mergeAll(ReplicaMap other) {
    for (String pool : other.getBlockPoolList()) {
      // Iterate over a copy: stock's sets link their elements, and adding one to another set breaks
      // the iteration
      for (ReplicaInfo replica : List.copyOf(other.replicas(pool))) {
        alone(() -> addUnlessOlder(pool, replica));
      }
    }
  }

  private void addUnlessOlder(String pool, ReplicaInfo brought) {
    if (!isServed(pool, brought)) {
      return;
    }
    ReplicaInfo known = get(pool, brought.getBlockId());
    if (known != null && isServed(pool, known) && isNewer(known, brought)) {
      LOG.info("Not adding {} of a volume that was added again: {} is newer", brought, known);
    } else {
      if (known instanceof ReplicaInPipeline copy) {
        copy.releaseAllBytesReserved();
      }
      super.add(pool, brought);
    }
  }

  /** A copy that is still being received may fail, and is not known to the NameNode. */
  private static boolean isNewer(ReplicaInfo known, ReplicaInfo brought) {
    long newer = known.getGenerationStamp() - brought.getGenerationStamp();
    return newer > 0
        || (newer == 0
            && (known.getState() != ReplicaState.TEMPORARY
                || brought.getState() != ReplicaState.FINALIZED));
  }

  @Override
  void initBlockPool(String pool) {
    super.initBlockPool(pool);
    closedPools.remove(pool);
  }

  @Override
  void cleanUpBlockPool(String pool) {
    alone(() -> closedPools.add(pool));
    super.cleanUpBlockPool(pool);
  }
}
