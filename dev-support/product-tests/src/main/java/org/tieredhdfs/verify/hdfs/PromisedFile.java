package org.tieredhdfs.verify.hdfs;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * A file with the promises made to its writer. Thread-safe.
 *
 * <p>A promise of hsync holds for the block that is written at the moment: "only the current block
 * is flushed to the disk device". That is why each is kept with the block in which it begins.
 */
public final class PromisedFile {
  private final Path path;
  private final long seed;
  private final int replicas;
  private final long blockBytes;
  private final NavigableMap<Long, Long> synced = new TreeMap<>();
  private long writtenBytes;
  private long flushedBytes;
  private boolean isClosed;

  /** Bytes of one block, from one place to before another. */
  public record Range(long from, long to) {
    @Override
    public String toString() {
      return from + "-" + to;
    }
  }

  public PromisedFile(Path path, long seed, int replicas, long blockBytes) {
    this.path = path;
    this.seed = seed;
    this.replicas = replicas;
    this.blockBytes = blockBytes;
  }

  public Path path() {
    return path;
  }

  public long seed() {
    return seed;
  }

  public int replicas() {
    return replicas;
  }

  /** Bytes that were handed to the client are written, promised or not. */
  public synchronized void wrote(long lengthBytes) {
    writtenBytes = lengthBytes;
  }

  /** An hflush came back. */
  public synchronized void flushed() {
    flushedBytes = writtenBytes;
  }

  /** An hsync came back: the current block is on its devices. */
  public synchronized void syncedBlock() {
    flushedBytes = writtenBytes;
    if (writtenBytes > 0) {
      // At a block boundary the synced block is the one that ends there.
      long from = (writtenBytes - 1) / blockBytes * blockBytes;
      synced.put(from, writtenBytes);
    }
  }

  /** A close came back that brings each block to its devices. */
  public synchronized void closedSynced() {
    closed();
    for (long from = 0; from < writtenBytes; from += blockBytes) {
      synced.put(from, Math.min(writtenBytes, from + blockBytes));
    }
  }

  /** A close came back. */
  public synchronized void closed() {
    flushedBytes = writtenBytes;
    isClosed = true;
  }

  /** It was cut to a length, and with it what was promised. */
  public synchronized void truncated(long lengthBytes) {
    writtenBytes = lengthBytes;
    flushedBytes = Math.min(flushedBytes, lengthBytes);
    synced.tailMap(lengthBytes, true).clear();
    synced.replaceAll((from, to) -> Math.min(to, lengthBytes));
  }

  /** It is open again, to be appended to. */
  public synchronized void opened() {
    isClosed = false;
  }

  public synchronized boolean isClosed() {
    return isClosed;
  }

  public synchronized long writtenBytes() {
    return writtenBytes;
  }

  /** What HDFS promised to be on devices, block by block. */
  public synchronized List<Range> synced() {
    return synced.entrySet().stream().map(one -> new Range(one.getKey(), one.getValue())).toList();
  }

  /** What HDFS promised to be with every replica's operating system. */
  public synchronized long flushedBytes() {
    return flushedBytes;
  }

  @Override
  public synchronized String toString() {
    return String.format(
        "%s (%d replicas, %s, %d bytes written, %d flushed, synced %s)",
        path, replicas, isClosed ? "closed" : "open", writtenBytes, flushedBytes, synced());
  }
}
