package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.stock.StockField;
import org.tieredhdfs.hdfs.datanode.volume.health.GuardedVolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.volume.space.CachedDf;

/**
 * The objects in stock classes that this project replaces, all in one place.
 *
 * <p>Looked up together, so that a Hadoop that does not fit is refused before anything is changed.
 */
final class StockParts {
  @SuppressWarnings("rawtypes")
  private final StockField<VolumeChoosingPolicy> choosingPolicy;

  private final StockField<FsVolumeList> volumes;
  private final StockField<ReplicaMap> replicas;

  @SuppressWarnings("rawtypes")
  private final StockField<ConcurrentLinkedQueue> removed;

  private final StockField<DF> space;
  private final StockField<ReservedSpaceCalculator> reserved;
  private final StockField<DF> reservedSpace;

  StockParts() throws IOException {
    volumes = StockField.of(FsDatasetImpl.class, "volumes", FsVolumeList.class);
    choosingPolicy = StockField.of(FsVolumeList.class, "blockChooser", VolumeChoosingPolicy.class);
    removed = StockField.of(FsVolumeList.class, "volumesBeingRemoved", ConcurrentLinkedQueue.class);
    replicas = StockField.of(FsDatasetImpl.class, "volumeMap", ReplicaMap.class);
    space = StockField.of(FsVolumeImpl.class, "usage", DF.class);
    reserved = StockField.of(FsVolumeImpl.class, "reserved", ReservedSpaceCalculator.class);
    reservedSpace = StockField.of(ReservedSpaceCalculator.class, "usage", DF.class);
  }

  /** To be done before anybody else has got hold of the map. */
  NewestReplicaMap keepNewestReplicas(FsDatasetImpl dataset) throws IOException {
    NewestReplicaMap newest = new NewestReplicaMap(dataset.acquireDatasetLockManager());
    newest.mergeAll(dataset.volumeMap);
    replicas.set(dataset, newest);
    return newest;
  }

  /** The volume list, without the wait for volumes being removed. */
  FsVolumeList unwaitingVolumes(FsDatasetImpl dataset) throws IOException {
    FsVolumeList list = volumes.get(dataset);
    removed.set(list, new Unawaited());
    return list;
  }

  /** Takes nothing. */
  private static final class Unawaited extends ConcurrentLinkedQueue<FsVolumeImpl> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean add(FsVolumeImpl volume) {
      return false;
    }
  }

  /**
   * Gives volumes no locks of directories to name: Hadoop 3.5 names a thousand of them, each with a
   * line in the log, whenever a volume comes or goes, and the NameNode learns of a failure only
   * after that. Our lock manager has none of them.
   */
  static void nameNoLocks(FsDatasetImpl dataset) throws IOException {
    // Search all fields: bin/install refuses a Hadoop that lacks a field requested by name, and 3.4
    // has neither this field nor such locks.
    for (Field field : FsDatasetImpl.class.getDeclaredFields()) {
      if (field.getName().equals("datasetSubLockStrategy")) {
        nameNoLocks(dataset, field);
      }
    }
  }

  private static void nameNoLocks(FsDatasetImpl dataset, Field field) throws IOException {
    try {
      field.setAccessible(true);
      Object stock = field.get(dataset);
      Class<?> type = field.getType();
      InvocationHandler nameless =
          (proxy, method, args) ->
              method.getName().equals("getAllSubLockNames")
                  ? List.of()
                  : method.invoke(stock, args);
      field.set(
          dataset, Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, nameless));
    } catch (ReflectiveOperationException e) {
      throw new IOException("Cannot replace the lock names of this Hadoop", e);
    }
  }

  @SuppressWarnings("unchecked")
  void guardVolumeChoice(FsDatasetImpl dataset, DatasetGuards guards) throws IOException {
    FsVolumeList list = volumes.get(dataset);
    VolumeChoosingPolicy<FsVolumeImpl> configured = choosingPolicy.get(list);
    choosingPolicy.set(
        list,
        new GuardedVolumeChoosingPolicy<>(
            configured,
            guards.registry(),
            guards.suspicions()::isElsewhereBetter,
            guards.locks()::chosen));
  }

  /** Starts to cache the space figures of volumes that have no cache yet. */
  void watchSpace(List<FsVolumeImpl> volumes, DatasetGuards guards) throws IOException {
    for (FsVolumeImpl volume : volumes) {
      DF asked = space.get(volume);
      // A PROVIDED volume has no file system
      if (asked != null && !(asked instanceof CachedDf)) {
        CachedDf cached = guards.watch(volume, asked);
        ReservedSpaceCalculator calculator = reserved.get(volume);
        if (calculator != null) {
          reservedSpace.set(calculator, cached);
        }
        space.set(volume, cached);
      }
    }
  }
}
