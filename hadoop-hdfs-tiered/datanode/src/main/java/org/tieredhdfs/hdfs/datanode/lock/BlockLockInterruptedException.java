package org.tieredhdfs.hdfs.datanode.lock;

import java.io.InterruptedIOException;

/** Thrown when a thread is interrupted while it waits for the lock of a block. */
public final class BlockLockInterruptedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BlockLockInterruptedException(String operation, BlockLocks.Key key, Throwable cause) {
    super(operation + " was interrupted while it waited for another operation on " + key, cause);
  }

  /** The same as the checked exception that callers of the dataset know. */
  public InterruptedIOException toIoException() {
    InterruptedIOException e = new InterruptedIOException(getMessage());
    e.initCause(this);
    return e;
  }
}
