package org.tieredhdfs.bench.predict;

/**
 * Of all bytes that a load writes, the parts of each class of HBase's files. They sum up to 1.
 *
 * @param wal write-ahead logs
 * @param flushed files of flushes
 * @param compactedSmall compacted files up to the bound of small ones
 * @param compacted larger ones
 */
public record ClassShares(double wal, double flushed, double compactedSmall, double compacted) {

  /**
   * @param walBytes and the others: one replica of each, or all of each
   * @param smallShare of the compacted bytes that are in small files, 0 to 1
   * @throws IllegalArgumentException if there are no bytes, or the share is none
   */
  public static ClassShares of(
      double walBytes, double flushedBytes, double compactedBytes, double smallShare) {
    double all = walBytes + flushedBytes + compactedBytes;
    if (!(all > 0) || walBytes < 0 || flushedBytes < 0 || compactedBytes < 0) {
      throw new IllegalArgumentException(
          "bytes of WAL, flushed and compacted files: '"
              + walBytes
              + ", "
              + flushedBytes
              + ", "
              + compactedBytes
              + "' are not allowed; they have to be 0 or more, and not all 0");
    }
    if (!(smallShare >= 0 && smallShare <= 1)) {
      throw new IllegalArgumentException(
          "--small-share: '" + smallShare + "' is not allowed; it has to be from 0 to 1");
    }
    return new ClassShares(
        walBytes / all,
        flushedBytes / all,
        compactedBytes * smallShare / all,
        compactedBytes * (1 - smallShare) / all);
  }
}
