package org.tieredhdfs.localcluster.spec;

import java.util.Locale;

/** The role of a daemon, with its main class and a heap size for a single machine. */
public enum Role {
  NAMENODE("NameNode", "org.apache.hadoop.hdfs.server.namenode.NameNode", 256, ""),
  DATANODE("DataNode", "org.apache.hadoop.hdfs.server.datanode.DataNode", 192, ""),
  ZOOKEEPER("ZooKeeper", "org.apache.zookeeper.server.ZooKeeperServerMain", 64, ""),
  HMASTER("HMaster", "org.apache.hadoop.hbase.master.HMaster", 256, "start"),
  REGIONSERVER("RegionServer", "org.apache.hadoop.hbase.regionserver.HRegionServer", 640, "start");

  private final String title;
  private final String mainClass;
  private final int heapMb;
  private final String argument;

  Role(String title, String mainClass, int heapMb, String argument) {
    this.title = title;
    this.mainClass = mainClass;
    this.heapMb = heapMb;
    this.argument = argument;
  }

  public String title() {
    return title;
  }

  public String mainClass() {
    return mainClass;
  }

  public int heapMb() {
    return heapMb;
  }

  /** The argument of the main class, empty for none. */
  public String argument() {
    return argument;
  }

  /** As it is written on the command line: {@code namenode}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
