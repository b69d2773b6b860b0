package org.tieredhdfs.hdfs.datanode.volume;

/** The JMX attributes for the execution profile of each volume. */
public interface VolumeProfilesMXBean {

  /**
   * A JSON object by path: storage type, state, and each setting's value with its source, a key or
   * the medium's default.
   */
  String getVolumes();
}
