package org.tieredhdfs.hdfs.datanode.volume;

/** What JMX shows of how a DataNode works with each of its volumes. */
public interface VolumeProfilesMXBean {

  /**
   * A JSON object by path: storage type, state, and of each setting what holds and the key, or the
   * medium's default, that says so.
   */
  String getVolumes();
}
