package org.tieredhdfs.hdfs.weave;

/** Thrown when a stock class cannot be woven; the message names the class and what is missing. */
public final class WeavingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WeavingException(String message) {
    super(message);
  }

  public WeavingException(String message, Throwable cause) {
    super(message, cause);
  }
}
