package org.tieredhdfs.hdfs.datanode.lock;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a thread does not get the lock of a block, because of an interrupt or a timeout. */
public final class BlockLockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BlockLockException(String message, @Nullable InterruptedException cause) {
    super(message, cause);
  }

  /** The same as the checked exception that callers of the dataset know. */
  public IOException toIoException() {
    return (IOException) new InterruptedIOException(getMessage()).initCause(this);
  }
}
