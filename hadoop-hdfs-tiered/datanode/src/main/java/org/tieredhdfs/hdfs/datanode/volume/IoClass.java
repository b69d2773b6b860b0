package org.tieredhdfs.hdfs.datanode.volume;

/**
 * Kinds of I/O between which progress of one says nothing of another: a frozen file system still
 * reads, a disk that does not sync still takes writes into the page cache.
 */
public enum IoClass {
  READ,
  WRITE,
  SYNC,
  /** Changes of directories: create, rename, delete. */
  DIRECTORY,
  /** To be told by the stack: opening a file may read or change a directory. */
  OPEN,
  /** Reading to a socket: waiting for the peer is no sign of a hung disk. */
  TRANSFER,
  /**
   * Copying a file from one volume to another: says of neither that it hangs, since it may be the
   * other one. A {@link VolumeProbe} finds out.
   */
  COPY,
  /** An operation of the dataset, which consists of several of the others. */
  OPERATION
}
