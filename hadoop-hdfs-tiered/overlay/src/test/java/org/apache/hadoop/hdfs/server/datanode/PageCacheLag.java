package org.apache.hadoop.hdfs.server.datanode;

/** How much of a block that is being written Hadoop leaves in the page cache. */
public final class PageCacheLag {
  private PageCacheLag() {}

  public static long bytes() {
    return BlockReceiver.CACHE_DROP_LAG_BYTES;
  }

  public static void set(long bytes) {
    BlockReceiver.CACHE_DROP_LAG_BYTES = bytes;
  }
}
