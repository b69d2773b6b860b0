package org.tieredhdfs.bench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure of RegionServers. A sample has one value of each: counts and times are since the start
 * of a server. The order of those up to {@link #WAL_SYNC_MAX_MS} is that of {@code samples.csv}.
 */
enum ServerFigure {
  MEM_STORE_BYTES(Source.SERVER, "memStoreSize", Kind.LEVEL, "memStoreMaxBytes"),
  HEAP_BYTES(Source.JVM, "", Kind.LEVEL, "heapMaxBytes"),
  /** Regions that wait for a flush. */
  FLUSH_QUEUE(Source.SERVER, "flushQueueLength", Kind.LEVEL, "flushQueueMax"),
  /** Stores that wait for a compaction. */
  COMPACTION_QUEUE(Source.SERVER, "compactionQueueLength", Kind.LEVEL, "compactionQueueMax"),
  /** Writes were blocked since memstores were full. */
  UPDATES_BLOCKED_MS(Source.SERVER, "updatesBlockedTime", Kind.COUNT, "updatesBlockedMs"),
  /** Requests that were refused with a RegionTooBusyException. */
  TOO_BUSY(Source.SERVER, "blockedRequestCount", Kind.COUNT, "regionTooBusyErrors"),
  /** Of the files that flushes wrote, one replica. */
  FLUSHED_BYTES(Source.SERVER, "flushedOutputBytes", Kind.COUNT, "flushedOutputBytes"),
  COMPACTED_BYTES(Source.SERVER, "compactedOutputBytes", Kind.COUNT, "compactedOutputBytes"),
  GC_MS(Source.JVM, "", Kind.COUNT, "gcTotalMs"),
  /** The longest sync of a log in the second before. */
  WAL_SYNC_MAX_MS(Source.WAL, "SyncTime_max", Kind.LONGEST, "walSyncMaxMs"),
  /** Appends to a log that took longer than {@code hbase.regionserver.wal.slowsync.ms}. */
  WAL_SLOW_APPENDS(Source.WAL, "slowAppendCount", Kind.COUNT, "walSlowAppends"),
  /** Of the latest collection. */
  LAST_GC_MS(Source.JVM, "", Kind.LONGEST, "gcMaxMs");

  private final Source source;
  private final String attribute;
  private final Kind kind;
  private final String metric;

  /** Where a server publishes it. */
  enum Source {
    SERVER,
    WAL,
    JVM
  }

  private enum Kind {
    /** Grows; a metric is by how much. */
    COUNT,
    /** A metric is the highest. */
    LEVEL,
    /** The same, and that of several servers together is the longest of one. */
    LONGEST
  }

  ServerFigure(Source source, String attribute, Kind kind, String metric) {
    this.source = source;
    this.attribute = attribute;
    this.kind = kind;
    this.metric = metric;
  }

  static List<ServerFigure> from(Source source) {
    return List.of(values()).stream().filter(figure -> figure.source == source).toList();
  }

  /** The attribute of the source's bean. */
  String attribute() {
    return attribute;
  }

  /** Of two servers together. */
  long together(long one, long other) {
    return kind == Kind.LONGEST ? Math.max(one, other) : one + other;
  }

  long in(Map<ServerFigure, Long> sample) {
    return sample.getOrDefault(this, 0L);
  }

  /**
   * Metrics of a report.
   *
   * @param samples in order, the first from before the load
   */
  static Map<String, Double> metrics(List<Map<ServerFigure, Long>> samples) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (!samples.isEmpty()) {
      for (ServerFigure figure : values()) {
        metrics.put(figure.metric, (double) figure.over(samples));
      }
    }
    return metrics;
  }

  private long over(List<Map<ServerFigure, Long>> samples) {
    if (this == LAST_GC_MS) {
      return longestGcMs(samples);
    }
    return kind == Kind.COUNT
        ? in(samples.get(samples.size() - 1)) - in(samples.get(0))
        : samples.stream().mapToLong(this::in).max().orElse(0);
  }

  /** Of those that were the latest when a sample was taken, and not yet at the one before. */
  private static long longestGcMs(List<Map<ServerFigure, Long>> samples) {
    long longest = 0;
    for (int i = 1; i < samples.size(); i++) {
      if (GC_MS.in(samples.get(i)) > GC_MS.in(samples.get(i - 1))) {
        longest = Math.max(longest, LAST_GC_MS.in(samples.get(i)));
      }
    }
    return longest;
  }
}
