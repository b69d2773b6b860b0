package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/** Finds the custom type of a volume that a stock peer requests by alias and storage id. */
final class AliasedStorageType {
  private AliasedStorageType() {}

  /** The true type. */
  static StorageType of(List<FsVolumeImpl> volumes, StorageType asked, @Nullable String storageId) {
    return volumes.stream()
        .filter(volume -> volume.getStorageID().equals(storageId))
        .map(FsVolumeImpl::getStorageType)
        .filter(own -> !StorageTypeParser.STOCK_NAMES.contains(own.name()))
        .findFirst()
        .orElse(asked);
  }
}
