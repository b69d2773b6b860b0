package org.tieredhdfs.hdfs.datanode.volume;

/**
 * A volume choosing policy that uses the DataNode's knowledge of its volumes: load and hangs. It
 * passes over hung volumes itself, so it may be shown them.
 */
public interface VolumeAware {

  /** Takes the registry of the DataNode; called once, before the first choice. */
  void use(VolumeRegistry registry);
}
