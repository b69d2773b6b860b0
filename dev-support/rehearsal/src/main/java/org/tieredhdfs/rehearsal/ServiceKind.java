package org.tieredhdfs.rehearsal;

/** What a daemon is, with the heap that suits one machine for all. */
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
}
