package org.tieredhdfs.ycsb.run;

/** A YCSB client that could not be started, did not end in time or gave no result. */
public class YcsbException extends Exception {

  private static final long serialVersionUID = 1L;

  public YcsbException(String message) {
    super(message);
  }

  public YcsbException(String message, Throwable cause) {
    super(message, cause);
  }
}
