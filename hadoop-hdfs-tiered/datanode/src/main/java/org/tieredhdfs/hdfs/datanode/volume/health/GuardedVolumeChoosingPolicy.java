package org.tieredhdfs.hdfs.datanode.volume.health;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.volume.RamCreations;
import org.tieredhdfs.hdfs.datanode.volume.VolumeAware;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * Wraps the configured volume choosing policy and hides volumes that are out of use, or do not
 * answer and are at their limit of operations.
 *
 * <p>A volume whose writers are being cut off, or which is on probation, is shown only where there
 * is no other. A client that goes to another DataNode at once is not shown the former even then. A
 * slow volume is shown: if it is the last of its type, it stays in use. If no volume is left, the
 * choice fails at once. Thread-safe if the configured policy is.
 *
 * @param <V> the kind of volume
 */
public final class GuardedVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V> {
  /** Checksums take a 128th of a block; this leaves room for those of 16 that are open. */
  private static final long CHECKSUM_SHARE = 8;

  private static final long CHECKSUM_LEAST_BYTES = 128 << 10;

  private final VolumeChoosingPolicy<V> configured;
  private final VolumeRegistry registry;
  private final Predicate<VolumeState> isElsewhereBetter;
  private final Consumer<VolumeState> onChosen;

  /**
   * @param isElsewhereBetter whether the calling thread serves a client that goes to another
   *     DataNode at once if it gets no block on a volume, and finds one
   * @param onChosen hears of each choice on the thread that asked for it
   */
  public GuardedVolumeChoosingPolicy(
      VolumeChoosingPolicy<V> configured,
      VolumeRegistry registry,
      Predicate<VolumeState> isElsewhereBetter,
      Consumer<VolumeState> onChosen) {
    this.configured = configured;
    this.registry = registry;
    this.isElsewhereBetter = isElsewhereBetter;
    this.onChosen = onChosen;
    if (configured instanceof VolumeAware aware) {
      aware.use(registry);
    }
  }

  @Override
  public V chooseVolume(List<V> volumes, long blockSize, String storageId) throws IOException {
    long neededBytes = blockSize + besidesBytes(volumes, blockSize);
    V chosen = configured.chooseVolume(shown(volumes), neededBytes, storageId);
    onChosen.accept(registry.state(chosen));
    return chosen;
  }

  /**
   * What has to be free besides a block. Hadoop reserves space for a block that is being written,
   * and none for its checksums: that does not matter on a disk, but on a volume in memory, which is
   * regularly full, a writer would fail at the very end.
   */
  private long besidesBytes(List<? extends FsVolumeSpi> volumes, long blockSize) {
    StorageType type = volumes.isEmpty() ? null : volumes.get(0).getStorageType();
    return type == null || !RamCreations.isMemory(type)
        ? 0
        : blockSize / CHECKSUM_SHARE
            + CHECKSUM_LEAST_BYTES
            + registry.ramCreations().othersBytes(blockSize);
  }

  /** The same list unless something has to be left out. */
  private List<V> shown(List<V> volumes) throws IOException {
    List<V> shown = volumes;
    int able = 0;
    for (V volume : volumes) {
      VolumeState state = registry.state(volume);
      boolean hung = state.judgement().isHidden();
      boolean full = registry.isFull(state);
      if (full && !hung) {
        state.metrics().refused.incr();
      }
      if (!hung && !full) {
        able++;
      } else if (full || !(configured instanceof VolumeAware)) {
        if (shown == volumes) {
          shown = new ArrayList<>(volumes);
        }
        shown.remove(volume);
      }
    }
    if (able == 0 && !volumes.isEmpty()) {
      throw new IOException(
          "None of the volumes "
              + volumes
              + " accepts a new block: they do not answer or have too many operations in"
              + " flight");
    }
    return withoutAvoided(shown);
  }

  /** Removes the volumes that are better avoided, unless there are no others. */
  private List<V> withoutAvoided(List<V> volumes) throws IOException {
    List<V> free = volumes;
    boolean isOneLeft = false;
    VolumeState stuck = null;
    for (V volume : volumes) {
      VolumeState state = registry.state(volume);
      if (state.judgement().isHidden()) {
        continue; // never shown to the policy
      }
      if (!state.judgement().isBetterAvoided()) {
        isOneLeft = true;
      } else {
        if (free == volumes) {
          free = new ArrayList<>(volumes);
        }
        free.remove(volume);
        stuck = state.judgement().isStuck() ? state : stuck;
      }
    }
    if (!isOneLeft && stuck != null && isElsewhereBetter.test(stuck)) {
      throw new IOException(
          "None of the volumes "
              + volumes
              + " accepts a new block of a client that can write it to another DataNode: their"
              + " writers are being cut off");
    }
    return isOneLeft ? free : volumes;
  }
}
