package org.tieredhdfs.hdfs.datanode.choose;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.DataNodeVolumeMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The busy time of a volume under a stock dataset, from the latencies that a DataNode samples when
 * {@code dfs.datanode.fileio.profiling.sampling.percentage} is above 0.
 *
 * <p>Less exact than {@link BusyClock}: latencies are in whole milliseconds and are summed up;
 * where operations overlap, their sum is cut at the time that went by. Updated by one thread at a
 * time.
 */
final class ProfiledIo {
  private final Series syncs = new Series();
  private final Series writes = new Series();
  private double busySec;

  /**
   * Adds what was sampled since the last call.
   *
   * @param metrics of the volume; null if it has none
   * @param percent the part of all operations that is sampled, above 0
   */
  void poll(@Nullable DataNodeVolumeMetrics metrics, int percent, double elapsedSec) {
    if (metrics == null) {
      return;
    }
    double sumMs =
        syncs.added(metrics.getSyncIoSampleCount(), metrics.getSyncIoMean())
            + writes.added(metrics.getWriteIoSampleCount(), metrics.getWriteIoMean());
    busySec += Math.min(elapsedSec, sumMs / 1e3 * 100 / percent);
  }

  double totalBusySec() {
    return busySec;
  }

  /** One of Hadoop's rates, which start from nothing whenever a metrics sink has read them. */
  private static final class Series {
    private long lastCount;
    private double lastSumMs;

    double added(long count, double meanMs) {
      double sumMs = count * meanMs;
      double added = count >= lastCount && sumMs >= lastSumMs ? sumMs - lastSumMs : sumMs;
      lastCount = count;
      lastSumMs = sumMs;
      return added;
    }
  }
}
