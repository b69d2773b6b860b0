package org.tieredhdfs.hdfs.datanode.volume;

/**
 * A volume choosing policy that uses what the DataNode knows of its volumes: their load, and
 * whether they hang. It passes over hung volumes itself, so it may be shown them.
 */
public interface VolumeAware {

  /** Takes the registry of the DataNode; called once, before the first choice. */
  void use(VolumeRegistry registry);
}
