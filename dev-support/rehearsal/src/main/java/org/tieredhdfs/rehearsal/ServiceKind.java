package org.tieredhdfs.rehearsal;

import java.util.Locale;

/** The kind of a daemon, with a heap size for a single machine. */
enum ServiceKind {
  JOURNALNODE(64),
  NAMENODE(256),
  DATANODE(192),
  ZOOKEEPER(64),
  MASTER(256),
  REGIONSERVER(512);

  private final int heapMb;

  ServiceKind(int heapMb) {
    this.heapMb = heapMb;
  }

  int heapMb() {
    return heapMb;
  }

  boolean isOfHbase() {
    return this == MASTER || this == REGIONSERVER;
  }

  /** The file in which the distribution's commands keep the process that they have started. */
  String pidFile() {
    return (isOfHbase() ? "hbase-" : "hadoop-") + name().toLowerCase(Locale.ROOT) + ".pid";
  }
}
