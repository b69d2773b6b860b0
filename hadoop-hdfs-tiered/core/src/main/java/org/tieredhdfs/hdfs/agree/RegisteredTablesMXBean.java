package org.tieredhdfs.hdfs.agree;

import java.util.Map;

/** The storage types of a NameNode and of the DataNodes that have registered with it. */
public interface RegisteredTablesMXBean {

  /** The NameNode's own: {@code "RAMDISK=64 NVME=70"}. */
  String getStorageTypes();

  /**
   * By the UUID of a DataNode, its host and port and, behind a blank, its types, those with a
   * volume marked by a plus; or "stock" if it runs without the overlay.
   */
  Map<String, String> getDataNodes();

  /** By the UUID of a DataNode, why it is refused; those that were accepted since are left out. */
  Map<String, String> getRefusedDataNodes();
}
