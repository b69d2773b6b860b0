package org.tieredhdfs.hdfs.datanode.choose;

import java.util.List;

/** What a volume choosing policy shows in JMX. */
public interface VolumeChoosingMXBean {

  /** The simple name of the policy's class. */
  String getPolicy();

  /** The volumes that blocks were chosen from lately. */
  List<VolumeStatus> getVolumes();
}
