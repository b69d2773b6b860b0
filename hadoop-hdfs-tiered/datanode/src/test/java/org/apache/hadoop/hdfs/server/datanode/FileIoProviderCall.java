package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.CountDownLatch;

/** Waits in a frame whose class name begins like that of the stock FileIoProvider. */
public final class FileIoProviderCall {
  private FileIoProviderCall() {}

  /** The frame of an I/O call that has not come back. */
  public static void await(CountDownLatch end) throws InterruptedException {
    end.await();
  }

  /** The frame of an I/O call that changes a directory. */
  public static void createFile(CountDownLatch end) throws InterruptedException {
    end.await();
  }
}
