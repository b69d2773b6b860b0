package org.tieredhdfs.localcluster.spec;

/**
 * One process of the cluster.
 *
 * @param name unique in the cluster: {@code namenode}, {@code dn0}, {@code rs0} ...
 * @param role what it is
 * @param heapMb the limit of its heap
 */
public record Daemon(String name, Role role, int heapMb) {

  public static String dataNodeName(int index) {
    return "dn" + index;
  }

  public static String regionServerName(int index) {
    return "rs" + index;
  }
}
