package org.tieredhdfs.bench.failslow.client;

import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A file with the records whose flush or sync was acknowledged. Immutable.
 *
 * @param path where it is
 * @param seed of its content
 * @param recordBytes size of a record
 * @param records how many were acknowledged
 */
record AcknowledgedFile(Path path, long seed, int recordBytes, int records) {
  private static final long CLOSE_LIMIT_MS = 60_000;
  private static final long POLL_MS = 500;

  /** How many of the records are not there as they were written. */
  int lost(DistributedFileSystem fs) throws IOException, InterruptedException {
    requireClosed(fs);
    KnownBytes content = new KnownBytes(seed);
    byte[] record = new byte[recordBytes];
    int lost = 0;
    try (FSDataInputStream in = fs.open(path)) {
      for (int i = 0; i < records; i++) {
        long position = (long) i * recordBytes;
        try {
          in.readFully(record);
        } catch (EOFException e) {
          return lost + records - i;
        }
        if (!content.matches(position, record, recordBytes)) {
          lost++;
        }
      }
    }
    return lost;
  }

  /** A file whose writer failed is closed by the NameNode. */
  private void requireClosed(DistributedFileSystem fs) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_LIMIT_MS);
    while (!fs.isFileClosed(path)) {
      if (System.nanoTime() - endNs > 0) {
        throw new IOException(path + " could not be closed");
      }
      fs.recoverLease(path);
      Thread.sleep(POLL_MS);
    }
  }
}
