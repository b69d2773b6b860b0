package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.conf.FailSlowKeys;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The time that a call may take on a volume before clients that wait for it are cut off: the
 * configured time of the storage type, extended by the volume's own history. Immutable.
 */
public final class Cutoffs {
  /** The value that turns cutting off users off. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int USUAL_TIMES = 3;

  /** How much longer a read may take that does not come back while its volume answers. */
  private static final int LONE_READ_TIMES = 4;

  /**
   * @param allNanos for any call
   * @param readNanos for one that reads for a client
   */
  private record Configured(long allNanos, long readNanos) {
    private static final Configured NONE = new Configured(NEVER, NEVER);

    static long nanos(long ms) {
      return ms == 0 ? NEVER : TimeUnit.MILLISECONDS.toNanos(ms);
    }
  }

  private final Map<StorageType, Configured> byType = new EnumMap<>(StorageType.class);
  private final long mostNanos;
  private final boolean cutsFanOut;

  public Cutoffs(Configuration conf) {
    for (StorageType type : StorageType.values()) {
      byType.put(
          type,
          new Configured(
              Configured.nanos(FailSlowKeys.cutoffOf(type).getDurationMs(conf)),
              Configured.nanos(FailSlowKeys.readCutoffMs(type, conf))));
    }
    cutsFanOut = FailSlowKeys.FAN_OUT.getBoolean(conf);
    mostNanos = TimeUnit.MILLISECONDS.toNanos(DatanodeKeys.HANG_TIMEOUT.getDurationMs(conf));
  }

  /** Whether writers are cut off that send a block to each of its DataNodes by themselves. */
  boolean cutsFanOut() {
    return cutsFanOut;
  }

  private Configured configured(VolumeState volume) {
    @Nullable StorageType type = volume.volume().getStorageType();
    return type == null ? Configured.NONE : byType.getOrDefault(type, Configured.NONE);
  }

  /** The configured time for a volume's type; {@link #NEVER} if it is 0. */
  long configuredNanos(VolumeState volume) {
    return configured(volume).allNanos();
  }

  /** The least time that a call may take before anything follows from it. */
  long leastNanos(VolumeState volume) {
    Configured configured = configured(volume);
    return Math.min(mostNanos, Math.min(configured.allNanos(), configured.readNanos()));
  }

  /**
   * What holds for a call: less for one that reads for a client.
   *
   * @param usualNanos what calls of its kind take on the volume
   */
  long nanos(VolumeState volume, long usualNanos, boolean isOfReader) {
    Configured configured = configured(volume);
    return raised(usualNanos, isOfReader ? configured.readNanos() : configured.allNanos());
  }

  /**
   * The history raises what is configured to the time after which the volume counts as hung, and
   * not beyond.
   */
  private long raised(long usualNanos, long configuredNanos) {
    if (configuredNanos == NEVER) {
      return NEVER;
    }
    long raised =
        Math.min(mostNanos, usualNanos > mostNanos ? mostNanos : USUAL_TIMES * usualNanos);
    return Math.max(configuredNanos, raised);
  }

  /**
   * What holds for one read that does not come back while its volume answers: far more, but not
   * more than the time after which a volume counts as hung.
   */
  long loneReadNanos(VolumeState volume, long usualNanos) {
    Configured configured = configured(volume);
    if (configured.readNanos() == NEVER) {
      return NEVER;
    }
    long oneNanos = raised(usualNanos, configured.allNanos());
    return oneNanos >= mostNanos ? oneNanos : Math.min(mostNanos, LONE_READ_TIMES * oneNanos);
  }
}
