package org.tieredhdfs.localcluster.spec;

/** Thrown when an operation on a cluster fails; the message is for the user. */
public class ClusterException extends Exception {
  private static final long serialVersionUID = 1L;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
