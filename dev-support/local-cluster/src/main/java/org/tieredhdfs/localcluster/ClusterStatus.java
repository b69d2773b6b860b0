package org.tieredhdfs.localcluster;

import java.util.List;

/**
 * How a cluster was at one moment.
 *
 * @param dir its directory
 * @param isUp whether all of its daemons run
 * @param isStock whether it runs without our jars
 * @param defaultFs {@code fs.defaultFS}
 * @param nameNodeHttp host and port of the NameNode's HTTP server
 * @param zooKeeper host and port of ZooKeeper, empty without HBase
 * @param residentBytes memory that all daemons together have in RAM
 * @param daemons each of them
 * @param volumes of all DataNodes
 */
public record ClusterStatus(
    String dir,
    boolean isUp,
    boolean isStock,
    String defaultFs,
    String nameNodeHttp,
    String zooKeeper,
    long residentBytes,
    List<DaemonStatus> daemons,
    List<VolumeStatus> volumes) {

  /**
   * One daemon.
   *
   * @param name {@code dn0}
   * @param role {@code DataNode}
   * @param isUp whether its process runs and listens
   * @param pid its process, 0 for none
   * @param address where it is reached, empty for none
   * @param residentBytes memory it has in RAM
   */
  public record DaemonStatus(
      String name, String role, boolean isUp, long pid, String address, long residentBytes) {}

  /**
   * One volume.
   *
   * @param name {@code dn0/DISK0}
   * @param storageType as its DataNode has it
   * @param medium what it is made of
   * @param path its folder
   * @param capacityBytes size of its file system
   * @param freeBytes what is left there
   * @param usedBytes what HDFS has in it, -1 if its DataNode does not say
   * @param fault {@code sound}, or what is wrong with its device; empty if it has none of its own
   */
  public record VolumeStatus(
      String name,
      String storageType,
      String medium,
      String path,
      long capacityBytes,
      long freeBytes,
      long usedBytes,
      String fault) {}
}
