package org.tieredhdfs.localcluster.spec;

/** Thrown when a cluster cannot do what is asked; the message is meant for the user as it is. */
public class ClusterException extends Exception {
  private static final long serialVersionUID = 1L;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
