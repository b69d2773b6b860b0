package org.tieredhdfs.hdfs.agree;

import java.util.List;

/** The storage types of a DataNode, and the NameNodes that refuse it for them. */
public interface NameNodeRefusalsMXBean {

  /** The DataNode's own, those with a volume marked by a plus: {@code "RAMDISK=64+ NVME=70"}. */
  String getStorageTypes();

  /**
   * The NameNodes that refuse this DataNode now, each with its address, since when, and the reason;
   * empty if none does.
   */
  List<String> getRefusals();
}
