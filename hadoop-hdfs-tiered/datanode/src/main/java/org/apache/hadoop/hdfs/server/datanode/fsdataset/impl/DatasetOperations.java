package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.ipc.Server;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.lock.BlockLockException;
import org.tieredhdfs.hdfs.datanode.lock.BlockOperation;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeMetrics;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * Wraps every operation of the dataset with the gate, the limit of its volume, the lock of its
 * block, and the measurement of its times. Thread-safe.
 */
final class DatasetOperations {
  private final DatasetGuards guards;
  private final VolumeRegistry registry;
  private final NewestReplicaMap replicas;
  private final DurableReplicas durable;
  private final int remoteShare;
  private final Map<String, Semaphore> remoteCalls = new ConcurrentHashMap<>();

  /** A stock operation. */
  interface Call<T> {
    T call() throws IOException;
  }

  /** The same without a result. */
  interface Action {
    void run() throws IOException;
  }

  /**
   * @param handlers how many threads of the DataNode answer remote calls
   */
  DatasetOperations(
      DatasetGuards guards, NewestReplicaMap replicas, DurableReplicas durable, int handlers) {
    this.remoteShare = Math.max(1, handlers / 2);
    this.guards = guards;
    this.registry = guards.registry();
    this.replicas = replicas;
    this.durable = durable;
  }

  /** A mutation that chooses a volume for a new replica. */
  ReplicaHandler create(BlockOperation.Kind kind, ExtendedBlock b, Call<ReplicaHandler> call)
      throws IOException {
    try (InFlight running = registry.begin(kind.name(), b.getBlockPoolId(), null, true);
        BlockOperation operation = lock(null, kind, b)) {
      operation.whenChosen(running::chosen);
      ReplicaHandler created = null;
      try {
        created = watched(b, true, call);
        return created;
      } finally {
        VolumeState volume = running.volume();
        if (volume != null) {
          if (created == null) {
            volume.traffic().openBlocks().dropOldestPlace();
          }
          if (kind.equals(Mutations.CREATE_RBW)) {
            addTime(volume.metrics().createRbw, running.startNanos(), operation);
          }
        }
      }
    } catch (BlockLockException e) {
      throw e.toIoException();
    }
  }

  /**
   * A mutation that adds a writer to an existing replica; refused on a hung volume if the writer
   * has other DataNodes.
   */
  ReplicaHandler reopen(BlockOperation.Kind kind, ExtendedBlock b, Call<ReplicaHandler> call)
      throws IOException {
    return durable.reopening(b, () -> begin(kind, b, () -> watched(b, false, call)));
  }

  private ReplicaHandler watched(ExtendedBlock b, boolean isNew, Call<ReplicaHandler> call)
      throws IOException {
    ReplicaHandler stock = call.call();
    try {
      ReplicaInPipeline opened = stock.getReplica();
      boolean isPromised = !isNew && !durable.isUnsynced(opened.getReplicaInfo());
      ReplicaInPipeline replica = durable.noted(b.getBlockPoolId(), opened, isPromised);
      requireServed(b.getBlockPoolId(), replica.getReplicaInfo());
      return WriterVolumeReference.watch(stock, replica, b, registry);
    } catch (IOException | RuntimeException | Error e) {
      stock.close();
      throw e;
    }
  }

  /**
   * Fails an operation whose replica is unknown, because its pool or volume was removed meanwhile.
   */
  void requireServed(String pool, ReplicaInfo replica) throws IOException {
    if (!replicas.isServed(pool, replica)) {
      throw new IOException(replica + " failed: its volume or block pool was removed meanwhile");
    }
  }

  /** A mutation of an existing replica that starts something; refused on a hung volume. */
  <T> T begin(BlockOperation.Kind kind, ExtendedBlock b, Call<T> call) throws IOException {
    return prepare(kind, b, () -> mutate(kind, b, true, call));
  }

  /** A mutation that ends something; never refused. */
  void end(BlockOperation.Kind kind, ExtendedBlock b, Action action) throws IOException {
    endWith(
        kind,
        b,
        () -> {
          action.run();
          return null;
        });
  }

  <T> T endWith(BlockOperation.Kind kind, ExtendedBlock b, Call<T> call) throws IOException {
    return mutate(kind, b, false, call);
  }

  /** The same for a call that neither waits interruptibly nor throws. */
  <T> T endQuietly(BlockOperation.Kind kind, ExtendedBlock b, Call<T> call) {
    try {
      return endWith(kind, b, call);
    } catch (IOException e) {
      throw new UncheckedIOException(kind.name() + " is not expected to throw", e);
    }
  }

  /** A finalization; its times are recorded. */
  void finish(ExtendedBlock b, Action action) throws IOException {
    long startNanos = System.nanoTime();
    end(
        Mutations.FINALIZE,
        b,
        () -> {
          VolumeState volume = volumeOf(b);
          try {
            action.run();
          } finally {
            if (volume != null) {
              addTime(volume.metrics().finalizeBlock, startNanos, guards.locks().current());
            }
          }
        });
  }

  /** A read: takes no lock, but counts, and is refused on a volume whose reads hang. */
  <T> T read(String name, ExtendedBlock b, Call<T> call) throws IOException {
    VolumeState volume = volumeOf(b);
    if (volume != null) {
      ClientTransfer client = Transfers.current();
      ClientTransfer reader = client != null && client.isOfReader() ? client : null;
      boolean areStuck = volume.judgement().areReadsStuck();
      if (reader == null && areStuck && volume.isHung()) {
        throw new IOException(name + " of " + b + " refused: " + volume + " does not answer");
      }
      if (reader != null
          && (areStuck || guards.readers().knows(volume, reader.clientName(), b.getBlockId()))) {
        sendElsewhere(reader, b, volume);
      }
    }
    return shared(
        volume,
        b,
        () -> {
          try (InFlight running = registry.begin(name, b.getBlockPoolId(), volume, true)) {
            return running.succeeded(call.call());
          }
        });
  }

  /**
   * Refuses a client's first request for a block; a client that retries has found no other replica.
   */
  private void sendElsewhere(ClientTransfer reader, ExtendedBlock b, VolumeState volume)
      throws IOException {
    if (!reader.canGoOnElsewhere()) {
      return;
    }
    if (guards.readers().refuses(volume, reader.clientName(), b.getBlockId(), System.nanoTime())) {
      volume.metrics().refusedReaders.incr();
      throw new IOException(
          String.format(
              "Read of %s refused for now: volume %s does not answer; retry if there is no other"
                  + " replica",
              b, volume));
    }
    reader.waitInAnyCase();
  }

  /** Why a local reader gets no files of a replica: it would wait for its volume; else null. */
  @Nullable String refusalOfDescriptors(ExtendedBlock b) {
    VolumeState volume = volumeOf(b);
    if (volume == null || !volume.judgement().areReadsStuck()) {
      return null;
    }
    volume.metrics().refusedReaders.incr();
    return "files of " + b + " refused for now: volume " + volume + " does not answer";
  }

  /**
   * A preparation that takes time in proportion to the block's size and precedes an operation. It
   * is not locked and never counts as hung, because its I/O calls are counted one by one.
   *
   * <p>Refused on a volume that is out of use, but not to a client that has too few other DataNodes
   * to append or recover without this one: it waits, as for a volume that stalls.
   */
  <T> T prepare(BlockOperation.Kind kind, ExtendedBlock b, Call<T> call) throws IOException {
    VolumeState volume = volumeOf(b);
    if (volume != null && volume.judgement().isHidden() && guards.suspicions().mayRefuse(volume)) {
      throw new IOException(
          kind.name() + " of " + b + " refused: volume " + volume + " does not answer");
    }
    return shared(volume, b, call);
  }

  /**
   * Makes a call, which may be for a remote caller. One volume has at most half of the threads that
   * answer such calls, once it is found not to answer. While it is slow, all may wait for it.
   */
  private <T> T shared(@Nullable VolumeState volume, ExtendedBlock b, Call<T> call)
      throws IOException {
    if (volume == null || !Server.isRpcInvocation()) {
      return call.call();
    }
    Semaphore share =
        remoteCalls.computeIfAbsent(volume.storageId(), id -> new Semaphore(remoteShare, true));
    while (!guards.commands().awaitTurn(share)) {
      if (volume.judgement().isStuck() || !volume.isOpen()) {
        volume.metrics().refused.incr();
        throw new IOException(
            b + " refused: " + remoteShare + " remote calls are waiting for " + volume);
      }
    }
    try {
      return call.call();
    } finally {
      share.release();
    }
  }

  private <T> T mutate(BlockOperation.Kind kind, ExtendedBlock b, boolean bounded, Call<T> call)
      throws IOException {
    String pool = b.getBlockPoolId();
    VolumeState volume = volumeOf(b);
    try (InFlight running = registry.begin(kind.name(), pool, volume, bounded);
        BlockOperation operation = lock(volume, kind, b)) {
      operation.whenChosen(running::chosen);
      ReplicaInfo before = replicas.get(pool, b.getBlockId());
      T result = call.call();
      if (before != null && !(result instanceof ReplicaHandler) && kind.interruptible()) {
        requireServed(pool, before);
      }
      return result;
    } catch (BlockLockException e) {
      throw e.toIoException();
    }
  }

  private static void addTime(
      VolumeMetrics.Timing timing, long startNanos, @Nullable BlockOperation operation) {
    long waitNanos = operation == null ? 0 : operation.waitNanos();
    timing.add((System.nanoTime() - startNanos - waitNanos) / 1_000, waitNanos / 1_000);
  }

  /** Waiting here counts as waiting for the volume in its metrics. */
  private BlockOperation lock(
      @Nullable VolumeState volume, BlockOperation.Kind kind, ExtendedBlock b) {
    addWaiting(volume, 1);
    try {
      return guards
          .locks()
          .begin(kind, b.getBlockPoolId(), b.getBlockId(), () -> hasOtherWriter(b));
    } finally {
      addWaiting(volume, -1);
    }
  }

  private static void addWaiting(@Nullable VolumeState volume, int change) {
    if (volume != null) {
      volume.waiting(change);
    }
  }

  private boolean hasOtherWriter(ExtendedBlock b) {
    ReplicaInfo replica = replicas.get(b.getBlockPoolId(), b.getBlockId());
    if (!(replica instanceof ReplicaInPipeline pipeline)) {
      return false;
    }
    Thread me = Thread.currentThread();
    // There is no getter: the compare-and-set to the same value shows whether it has that value
    return !pipeline.attemptToSetWriter(null, null) && !pipeline.attemptToSetWriter(me, me);
  }

  /** The volume of a replica; null if there is none. */
  @Nullable FsVolumeSpi placeOf(String pool, long blockId) {
    ReplicaInfo replica = replicas.get(pool, blockId);
    return replica == null ? null : replica.getVolume();
  }

  boolean isStuck(ExtendedBlock b) {
    VolumeState volume = volumeOf(b);
    return volume != null && volume.judgement().isStuck();
  }

  private VolumeState volumeOf(ExtendedBlock b) {
    FsVolumeSpi volume = placeOf(b.getBlockPoolId(), b.getBlockId());
    return volume == null ? null : registry.state(volume);
  }
}
