package org.tieredhdfs.bench.study;

/**
 * A sample of the metrics of a RegionServer, or of several together; counts and times are since its
 * start.
 *
 * @param memStoreBytes in all its memstores
 * @param flushQueue regions that wait for a flush
 * @param compactionQueue stores that wait for a compaction
 * @param updatesBlockedMs writes were blocked since memstores were full
 * @param tooBusy requests that were refused with a RegionTooBusyException
 * @param flushedBytes of the files that flushes wrote, one replica
 * @param compactedBytes of those that compactions wrote
 * @param gcMs in collections of the heap
 * @param lastGcMs of the latest collection
 * @param heapBytes that are used
 * @param walSyncMaxMs the longest sync of a log in the second before
 * @param slowAppends appends to a log that took longer than {@code
 *     hbase.regionserver.wal.slowsync.ms}
 */
record RegionServerSample(
    long memStoreBytes,
    long flushQueue,
    long compactionQueue,
    long updatesBlockedMs,
    long tooBusy,
    long flushedBytes,
    long compactedBytes,
    long gcMs,
    long lastGcMs,
    long heapBytes,
    long walSyncMaxMs,
    long slowAppends) {

  /** Of two servers together: the sum, and of the longest waits the longer. */
  RegionServerSample plus(RegionServerSample other) {
    return new RegionServerSample(
        memStoreBytes + other.memStoreBytes,
        flushQueue + other.flushQueue,
        compactionQueue + other.compactionQueue,
        updatesBlockedMs + other.updatesBlockedMs,
        tooBusy + other.tooBusy,
        flushedBytes + other.flushedBytes,
        compactedBytes + other.compactedBytes,
        gcMs + other.gcMs,
        Math.max(lastGcMs, other.lastGcMs),
        heapBytes + other.heapBytes,
        Math.max(walSyncMaxMs, other.walSyncMaxMs),
        slowAppends + other.slowAppends);
  }
}
