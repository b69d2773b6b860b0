package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;

/**
 * The configured volume choosing policy, which is not shown volumes that do not answer or are full
 * of operations.
 *
 * <p>A slow volume is shown: if it is the last of its type, it goes on. If no volume is left, the
 * choice fails at once. Thread-safe if the configured policy is.
 *
 * @param <V> the kind of volume
 */
public final class GuardedVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V> {
  private final VolumeChoosingPolicy<V> configured;
  private final VolumeRegistry registry;

  public GuardedVolumeChoosingPolicy(VolumeChoosingPolicy<V> configured, VolumeRegistry registry) {
    this.configured = configured;
    this.registry = registry;
  }

  @Override
  public V chooseVolume(List<V> volumes, long blockSize, String storageId) throws IOException {
    List<V> able = able(volumes);
    if (able.isEmpty() && !volumes.isEmpty()) {
      throw new IOException(
          "None of the volumes "
              + volumes
              + " takes a new block: they do not answer or have too many operations in flight");
    }
    V chosen = configured.chooseVolume(able, blockSize, storageId);
    registry.chosen(registry.state(chosen));
    return chosen;
  }

  /** The same list unless something has to be left out. */
  private List<V> able(List<V> volumes) {
    List<V> able = volumes;
    for (V volume : volumes) {
      VolumeState state = registry.state(volume);
      if (state.isHung() || registry.isFull(state)) {
        if (able == volumes) {
          able = new ArrayList<>(volumes);
        }
        able.remove(volume);
        if (!state.isHung()) {
          state.metrics().addRefused();
        }
      }
    }
    return able;
  }
}
