package org.tieredhdfs.bench.write;

import java.util.List;
import org.tieredhdfs.bench.write.WritePath.WriteSizes;
import org.tieredhdfs.bench.write.process.Request;

/**
 * What a client does in one case. Immutable.
 *
 * @param name in the report
 * @param work kind of work
 * @param writers threads with a file each
 * @param replication of what is written
 * @param recordBytes given or taken by one call
 * @param tuned whether the client has larger packets and longer stretches to a checksum, or the
 *     file that it reads was written so
 */
record WriteCase(
    String name, Work work, int writers, int replication, int recordBytes, boolean tuned) {
  static final String WRITE = "write-1";
  static final String WRITE_TUNED = "write-1-tuned";
  static final String REPLICATED = "write-r3";
  static final String HFLUSH_SMALL = "hflush-1k";

  private static final int KB = 1024;
  private static final int SMALL_BYTES = 4 * KB;

  /** All cases, in the order in which they are measured. */
  static final List<WriteCase> ALL =
      List.of(
          stream(WRITE, 1, 1, false),
          stream("write-2writers", 2, 1, false),
          stream("write-3writers", 3, 1, false),
          stream(REPLICATED, 1, 3, false),
          stream(WRITE_TUNED, 1, 1, true),
          one(HFLUSH_SMALL, Work.HFLUSH, KB, false),
          one("hflush-64k", Work.HFLUSH, 64 * KB, false),
          one("hsync-1k", Work.HSYNC, KB, false),
          one("hsync-64k", Work.HSYNC, 64 * KB, false),
          one("read", Work.READ, 64 * KB, false),
          one("pread-4k", Work.PREAD, 4 * KB, false),
          one("pread-1m", Work.PREAD, KB * KB, false),
          one("read-tuned", Work.READ, 64 * KB, true),
          one("pread-4k-tuned", Work.PREAD, 4 * KB, true));

  /** What is done. */
  enum Work {
    STREAM("stream"),
    HFLUSH("acknowledged"),
    HSYNC("acknowledged"),
    READ("read"),
    PREAD("pread");

    private final String request;

    Work(String request) {
      this.request = request;
    }
  }

  private static WriteCase stream(String name, int writers, int replication, boolean tuned) {
    return new WriteCase(name, Work.STREAM, writers, replication, 64 * KB, tuned);
  }

  private static WriteCase one(String name, Work work, int recordBytes, boolean tuned) {
    return new WriteCase(name, work, 1, 1, recordBytes, tuned);
  }

  boolean isRead() {
    return work == Work.READ || work == Work.PREAD;
  }

  /**
   * What to tell the client.
   *
   * @param sizes how much
   * @param path the directory to write to, or the file to read
   * @param port of the DataNode that gets the first replica
   * @param seed of the places of random reads
   */
  Request request(WriteSizes sizes, String path, int port, int seed) {
    return Request.of(work.request)
        .with("path", path)
        .with("port", port)
        .with("bytes", bytes(sizes))
        .with("recordBytes", recordBytes)
        .with("writers", writers)
        .with("replication", replication)
        .with("tuned", tuned)
        .with("sync", work == Work.HSYNC)
        .with("seed", seed);
  }

  private long bytes(WriteSizes sizes) {
    return switch (work) {
      case STREAM, READ -> ((long) sizes.streamMb() << 20) / replication;
      case HFLUSH, HSYNC, PREAD ->
          (long) recordBytes * (recordBytes <= SMALL_BYTES ? sizes.smallOps() : sizes.largeOps());
    };
  }
}
