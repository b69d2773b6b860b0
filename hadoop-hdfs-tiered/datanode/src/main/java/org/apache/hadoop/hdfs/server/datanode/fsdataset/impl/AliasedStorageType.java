package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/** The custom type of a volume, for which a stock peer asks by an alias and the storage's id. */
final class AliasedStorageType {
  private AliasedStorageType() {}

  /** The type that is meant. */
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
