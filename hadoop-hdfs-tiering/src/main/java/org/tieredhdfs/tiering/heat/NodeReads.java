package org.tieredhdfs.tiering.heat;

import org.jspecify.annotations.Nullable;

/**
 * What the service knows of one DataNode's reads, with those before it was restarted. Immutable.
 *
 * @param begunMs when the DataNode began to count, on the service's clock
 * @param toldMs when it told, on that clock
 * @param halfLifeMs after which the reads that are kept count half as much
 * @param otherBytes what is hardly exceeded by another block
 * @param counts what was read of blocks lately
 * @param before what it knew when it was restarted; null if that is not known
 */
record NodeReads(
    long begunMs,
    long toldMs,
    double halfLifeMs,
    long otherBytes,
    BlockCounts counts,
    @Nullable NodeReads before) {
  /** Times of begin that differ by less are the same one. */
  private static final long INACCURACY_MS = 120_000;

  /** When so many half-lives have gone by, it is nothing any more. */
  private static final int MOST_HALF_LIVES = 10;

  /** What a DataNode has told just now, after what it told last. */
  static NodeReads of(ReadReport report, long nowMs, @Nullable NodeReads last) {
    long begunMs = nowMs - report.countedMs();
    NodeReads before = null;
    if (last != null) {
      before = begunMs - last.begunMs < INACCURACY_MS ? last.before : last.at(nowMs);
      if (before != null && nowMs - before.toldMs > MOST_HALF_LIVES * before.halfLifeMs) {
        before = null;
      }
    }
    return new NodeReads(
        begunMs,
        nowMs,
        (double) report.halfLifeMs() / ReadTable.RECENT,
        report.otherBytes(),
        report.counts(),
        before);
  }

  /** What of it counts at a time, together with that of before. */
  NodeReads at(long nowMs) {
    double share = Math.pow(2, -Math.max(0, nowMs - toldMs) / halfLifeMs);
    BlockCounts now = counts.times(share);
    long others = (long) (otherBytes * share);
    if (before == null) {
      return new NodeReads(begunMs, nowMs, halfLifeMs, others, now, null);
    }
    NodeReads was = before.at(nowMs);
    return new NodeReads(
        Math.min(begunMs, was.begunMs),
        nowMs,
        halfLifeMs,
        others + was.otherBytes,
        now.plus(was.counts),
        null);
  }

  /** How long its reads are known, in milliseconds, with those before a restart. */
  long knownMs(long nowMs) {
    return nowMs - (before == null ? begunMs : Math.min(begunMs, before.begunMs));
  }
}
