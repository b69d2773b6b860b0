package org.tieredhdfs.hdfs.datanode.volume.speed;

import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;

/**
 * Independent kinds of I/O, where progress of one says nothing about another: a frozen file system
 * still reads, and a disk that does not sync still accepts writes into the page cache.
 */
public enum IoClass {
  READ(true),
  WRITE(true),
  SYNC(true),
  /** Changes of directories: create, rename, delete. */
  DIRECTORY(false),
  /**
   * Copying a file from one volume to another: says of neither that it hangs, since it may be the
   * other one. A {@link VolumeProbe} finds out.
   */
  COPY(false),
  /** An operation of the dataset, which consists of several of the others. */
  OPERATION(false);

  /** Whether the time that the device works on it is measured. */
  public final boolean isTimed;

  IoClass(boolean isTimed) {
    this.isTimed = isTimed;
  }
}
