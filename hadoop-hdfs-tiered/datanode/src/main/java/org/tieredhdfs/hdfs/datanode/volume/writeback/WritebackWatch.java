package org.tieredhdfs.hdfs.datanode.volume.writeback;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice.Counters;

/**
 * Reads what the device of each volume has written, and settles with it what the volume has yet to
 * write.
 *
 * <p>It asks the kernel, never a volume, and so waits for none. Volumes that share a device each
 * take all that it writes for their own, so that less seems to be left on them than there is. One
 * thread looks; others may add volumes.
 */
public final class WritebackWatch {
  private static final Logger LOG = LoggerFactory.getLogger(WritebackWatch.class);

  /** What a device did over a longer time is not counted: it did not happen just now. */
  private static final long LONGEST_GAP_NANOS = 1_000_000_000;

  private final VolumeRegistry registry;

  /**
   * A device.
   *
   * @param last its counters when they were last read; null if that failed
   * @param writtenBytes what had been written to the volume then
   * @param readNanos when that was
   */
  private record Watched(
      BlockDevice device, @Nullable Counters last, long writtenBytes, long readNanos) {

    /** Whether nothing was written to the volume since then, and nothing is left of it. */
    boolean isIdle(VolumeTraffic traffic) {
      return last != null
          && traffic.writtenBytes() == writtenBytes
          && traffic.backlog().bytes() == 0;
    }
  }

  /** Of those whose device is known. */
  private final Map<VolumeState, Watched> devices =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final String rootNumber;

  public WritebackWatch(VolumeRegistry registry) {
    this.registry = registry;
    BlockDevice root = BlockDevice.of(Path.of("/"));
    rootNumber = root == null ? "" : root.number();
  }

  /** Watches a volume if it is on a device of its own; asks its file system once. */
  public void add(VolumeState volume) {
    BlockDevice device = BlockDevice.of(Path.of(volume.path()));
    if (device != null) {
      add(volume, device);
    }
  }

  /**
   * The device of a volume that has it to itself, as far as a DataNode can know: not that of the
   * root directory, and not that of another volume.
   */
  public @Nullable BlockDevice ownDevice(VolumeState volume) {
    Watched watched = devices.get(volume);
    if (watched == null || watched.device.number().equals(rootNumber)) {
      return null;
    }
    String number = watched.device.number();
    for (VolumeState other : registry.all()) {
      Watched of = devices.get(other);
      if (other != volume && of != null && of.device.number().equals(number)) {
        return null;
      }
    }
    return watched.device;
  }

  void add(VolumeState volume, BlockDevice device) {
    devices.put(volume, new Watched(device, null, 0, 0));
  }

  /**
   * Looks at the devices of all volumes that have something to write, or had since the last time.
   */
  public void look(long nowNanos) {
    for (VolumeState volume : registry.all()) {
      Watched watched = devices.get(volume);
      if (watched != null && !watched.isIdle(volume.traffic())) {
        settle(volume, watched, nowNanos);
      }
    }
  }

  private void settle(VolumeState volume, Watched watched, long nowNanos) {
    VolumeTraffic traffic = volume.traffic();
    Counters last = watched.last;
    long writtenBytes = traffic.writtenBytes();
    Counters now = null;
    try {
      now = watched.device.counters();
      traffic.backlog().settle(nowNanos, now.writtenBytes());
      if (last != null && nowNanos - watched.readNanos < LONGEST_GAP_NANOS) {
        long bytes = Math.max(0, now.writtenBytes() - last.writtenBytes());
        traffic.deviceWrote(bytes, now.busyWritingNanos(last));
      }
    } catch (IOException e) {
      if (last != null) {
        LOG.warn("What volume {} has yet to write is not known for now", volume, e);
      }
      traffic.backlog().forget();
    }
    devices.put(volume, new Watched(watched.device, now, writtenBytes, nowNanos));
  }
}
