package org.tieredhdfs.hdfs.datanode.guard;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.shortcircuit.ShortCircuitShm.Slot;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The slots in shared memory by which a DataNode tells local readers that their open files of a
 * replica are good; those of a volume whose reads stall are revoked.
 *
 * <p>A client looks at the slot before each use of files that it keeps open, and asks for the block
 * anew when it is revoked. A read that is in the kernel is beyond reach. Slots of replicas that are
 * locked in memory stay: they wait for no volume. It works on a thread of its own, because Hadoop's
 * registry has a lock that is held while files of shared memory are made. Thread-safe.
 */
public final class ShortCircuitSlots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShortCircuitSlots.class);

  /** More volumes than that do not stall at once, unless the registry does not answer. */
  private static final int MAX_WAITING = 64;

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          0,
          1,
          10,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          new ThreadFactoryBuilder()
              .setNameFormat("revokes short-circuit slots")
              .setDaemon(true)
              .build());

  private volatile Supplier<@Nullable ShortCircuitRegistry> registry = () -> null;
  private volatile Function<ExtendedBlockId, @Nullable FsVolumeSpi> volumes = id -> null;

  /**
   * Serves a DataNode from now on.
   *
   * @param registry gives null until the DataNode has started
   * @param volumes where the replica of a block is; null if there is none
   */
  public void serve(
      Supplier<@Nullable ShortCircuitRegistry> registry,
      Function<ExtendedBlockId, @Nullable FsVolumeSpi> volumes) {
    this.registry = registry;
    this.volumes = volumes;
  }

  /** The reads of a volume stall; does not wait. */
  void stalled(VolumeState volume) {
    try {
      thread.execute(() -> revoke(volume));
    } catch (RejectedExecutionException e) {
      LOG.warn("Short-circuit slots of volume {} were not revoked", volume, e);
    }
  }

  /** Revokes the slots of a volume's replicas; returns how many there were. */
  int revoke(VolumeState volume) {
    ShortCircuitRegistry slots = registry.get();
    if (slots == null) {
      return 0;
    }
    AtomicInteger revoked = new AtomicInteger();
    slots.visit(
        (segments, byBlock) -> {
          for (Map.Entry<ExtendedBlockId, Slot> entry : byBlock.entries()) {
            Slot slot = entry.getValue();
            if (isOn(volume, entry.getKey()) && slot.isValid() && !slot.isAnchorable()) {
              slot.makeInvalid();
              revoked.incrementAndGet();
            }
          }
          return true;
        });
    if (revoked.get() > 0) {
      LOG.warn(
          "Volume {} does not answer: revoked {} short-circuit slots of its replicas",
          volume,
          revoked);
    }
    return revoked.get();
  }

  @SuppressWarnings("ReferenceEquality") // a volume that was added again is another one
  private boolean isOn(VolumeState volume, ExtendedBlockId block) {
    return volumes.apply(block) == volume.volume();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
