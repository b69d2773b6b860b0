package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What was written to a volume and has yet to reach its device: the volume's part of the page
 * cache.
 *
 * <p>A writer that does not sync is through at the speed of memory, and says nothing of the device.
 * What is left to write is told by the device itself: from what the DataNode writes, what the
 * kernel has written to the device is taken off. (Field 7 of {@code
 * /sys/dev/block/MAJOR:MINOR/stat}, Documentation/block/stat.rst of Linux.) A speed of the volume,
 * from which the same could be reckoned, is not known where nothing is synced.
 *
 * <p>The two differ by the file system's own writes and those of others, and by files deleted
 * before they were written; both errors are bounded. It is never negative, and never more than was
 * written within a minute: pages are written when they are 30 seconds old ({@code
 * vm.dirty_expire_centisecs}), and a device that cannot keep up makes its writers wait.
 *
 * <p>Where the device is not known, nothing counts as left: to go by what was written lately would
 * give a slow volume as much as a fast one. The same holds for a device that seems to write nothing
 * for a minute although something is left: not all kernels count what every device does, and it can
 * be turned off ({@code queue/iostats}). Settled by one thread, read by all.
 */
public final class Backlog {
  private static final long EXPIRY_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long SILENT_NANOS = 2 * EXPIRY_NANOS;

  private final LongAdder writtenBytes;
  private final LongAdder syncedBytes;
  private volatile @Nullable Reading last;

  /**
   * @param bytes what was left
   * @param deviceBytes by the device's counter
   * @param silentSinceNanos since when it has not moved, although something was left
   * @param markNanos when an expiry last began
   * @param markWrittenBytes what had been written then
   * @param earlierWrittenBytes what had been written when the expiry before that began
   */
  private record Reading(
      long nanos,
      double bytes,
      long writtenBytes,
      long syncedBytes,
      long deviceBytes,
      long silentSinceNanos,
      long markNanos,
      long markWrittenBytes,
      long earlierWrittenBytes) {

    boolean isSilent() {
      return nanos - silentSinceNanos >= SILENT_NANOS;
    }
  }

  /**
   * @param writtenBytes to the volume's files
   * @param syncedBytes those of them that a sync has confirmed
   */
  Backlog(LongAdder writtenBytes, LongAdder syncedBytes) {
    this.writtenBytes = writtenBytes;
    this.syncedBytes = syncedBytes;
  }

  /**
   * The device has been asked. Its first answer is where counting begins.
   *
   * @param deviceBytes what was written to it since whenever
   */
  public void settle(long nowNanos, long deviceBytes) {
    Reading before = last;
    long written = writtenBytes.sum();
    long synced = syncedBytes.sum();
    if (before == null) {
      last =
          new Reading(
              nowNanos, 0, written, synced, deviceBytes, nowNanos, nowNanos, written, written);
      return;
    }
    boolean isExpired = nowNanos - before.markNanos >= EXPIRY_NANOS;
    long earlier = isExpired ? before.markWrittenBytes : before.earlierWrittenBytes;
    double left =
        before.bytes
            + (written - before.writtenBytes)
            - Math.max(0, deviceBytes - before.deviceBytes);
    boolean isOwing = before.bytes > 0 || before.isSilent();
    last =
        new Reading(
            nowNanos,
            Math.max(0, Math.min(left, (double) (written - earlier))),
            written,
            synced,
            deviceBytes,
            isOwing && deviceBytes == before.deviceBytes ? before.silentSinceNanos : nowNanos,
            isExpired ? nowNanos : before.markNanos,
            isExpired ? written : before.markWrittenBytes,
            earlier);
  }

  /** The device can be asked no more: nothing counts as left until it can. */
  public void forget() {
    last = null;
  }

  /** What is left at this moment; 0 for a volume that nobody settles, such as one in memory. */
  public double bytes() {
    Reading reading = last;
    if (reading == null || reading.isSilent()) {
      return 0;
    }
    long written = writtenBytes.sum() - reading.writtenBytes;
    return Math.max(0, reading.bytes + written - (syncedBytes.sum() - reading.syncedBytes));
  }
}
