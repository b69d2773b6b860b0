package org.tieredhdfs.localcluster.spec;

/**
 * Where a DataNode of a local cluster is reached.
 *
 * @param transfer host and port of its block service
 * @param http host and port of its pages and metrics
 * @param capacityBytes of all its volumes; 0 until they have been reported
 */
public record DataNodeAddress(String transfer, String http, long capacityBytes) {

  /** The port of its block service. */
  public int transferPort() {
    return Integer.parseInt(transfer.substring(transfer.lastIndexOf(':') + 1));
  }
}
