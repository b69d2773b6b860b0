package org.tieredhdfs.hdfs.datanode.choose;

import java.util.List;

/** The JMX attributes of a volume choosing policy. */
public interface VolumeChoosingMXBean {

  /** The simple name of the policy's class. */
  String getPolicy();

  /** The volumes of the latest choices. */
  List<VolumeStatus> getVolumes();
}
