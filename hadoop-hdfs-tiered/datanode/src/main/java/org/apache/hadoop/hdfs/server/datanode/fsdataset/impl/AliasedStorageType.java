package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/** Finds the custom type of a volume that a stock peer requests by alias and storage id. */
final class AliasedStorageType {
  private AliasedStorageType() {}

  /** The true type. */
  static StorageType of(List<FsVolumeImpl> volumes, StorageType asked, String storageId) {
    if (storageId == null || storageId.isEmpty()) {
      return asked;
    }
    for (FsVolumeImpl volume : volumes) {
      if (volume.getStorageID().equals(storageId)) {
        StorageType own = volume.getStorageType();
        return StorageTypeParser.STOCK_NAMES.contains(own.name()) ? asked : own;
      }
    }
    return asked;
  }
}
