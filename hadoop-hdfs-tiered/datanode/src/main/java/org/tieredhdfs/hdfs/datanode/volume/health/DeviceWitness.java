package org.tieredhdfs.hdfs.datanode.volume.health;

import java.io.IOException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice.Counters;

/**
 * Whether the device under a volume still completes what it is asked, by the kernel's counters.
 *
 * <p>A device that has much to do keeps a call waiting for as long as one that hangs: a sync waits
 * for all that the page cache holds of a block, and on ext4 every other sync, the canary's, too,
 * waits with it. But a busy device completes one request after the other, and one that hangs
 * completes none. Reads and writes are told apart, because a device may hang for one of them.
 *
 * <p>Where the device is not known, or carries more than one volume, it is no witness. Used by one
 * thread; reads the kernel's memory and waits for no device.
 */
final class DeviceWitness {
  private final Function<VolumeState, @Nullable BlockDevice> devices;

  /**
   * @param readNanos when reads were last seen to have come to an end, or since when they are
   *     watched
   * @param writeNanos the same of writes
   */
  private record Seen(Counters counters, long readNanos, long writeNanos) {

    Seen next(Counters now, long nowNanos) {
      return new Seen(
          now,
          now.readsEnded() == counters.readsEnded() ? readNanos : nowNanos,
          now.writesEnded() == counters.writesEnded() ? writeNanos : nowNanos);
    }
  }

  /** Of volumes with a call that takes long; one that is taken out is not looked at again. */
  private final Map<VolumeState, Seen> seen = new WeakHashMap<>();

  /**
   * @param devices of a volume, unless others write to it, too
   */
  DeviceWitness(Function<VolumeState, @Nullable BlockDevice> devices) {
    this.devices = devices;
  }

  /** Looks at a volume's device; to be called at an even pace while a call there takes long. */
  void watch(VolumeState volume, long nowNanos) {
    BlockDevice device = devices.apply(volume);
    if (device == null) {
      seen.remove(volume);
      return;
    }
    try {
      Counters now = device.counters();
      seen.merge(
          volume, new Seen(now, nowNanos, nowNanos), (last, first) -> last.next(now, nowNanos));
    } catch (IOException e) {
      // it was pulled out, and answers no more
      seen.remove(volume);
    }
  }

  /** Forgets a volume on which no call takes long. */
  void forget(VolumeState volume) {
    seen.remove(volume);
  }

  /**
   * Whether the device has lately completed something of a call's kind.
   *
   * @param withinNanos how long ago, at most
   */
  boolean excuses(VolumeState volume, InFlight io, long withinNanos, ProcessClock clock) {
    Seen last = seen.get(volume);
    if (last == null) {
      return false;
    }
    long sinceNanos = io.ioClass() == IoClass.READ ? last.readNanos() : last.writeNanos();
    return clock.ageNanos(sinceNanos) < withinNanos;
  }
}
