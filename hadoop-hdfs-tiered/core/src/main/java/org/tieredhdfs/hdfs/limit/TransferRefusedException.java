package org.tieredhdfs.hdfs.limit;

import java.io.IOException;

/**
 * Refuses a transfer because as many as allowed are in progress. Without a stack trace, since a
 * DataNode logs each one.
 */
public final class TransferRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  TransferRefusedException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
