package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.Storage.StorageDirectory;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;

/**
 * Stock volumes on real directories without a dataset around them, for benchmarks of what a volume
 * does alone. It stands in this package because the builder's methods are open to it only.
 */
public final class BenchmarkVolumes {
  private BenchmarkVolumes() {}

  /** A volume in a folder, which is made; its free space is that of the file system. */
  public static FsVolumeSpi create(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("current"));
    // A RAM type: volumes of other types start caching threads, which need a dataset.
    StorageLocation location = StorageLocation.parse("[NVDIMM]" + folder.toUri());
    return new FsVolumeImplBuilder()
        .setConf(new Configuration(false))
        .setStorageID("DS-" + folder.getFileName())
        .setStorageDirectory(new StorageDirectory(location))
        .build();
  }

  /** Has the free space of volumes kept as the project's dataset does. */
  public static void watch(List<FsVolumeSpi> volumes, DatasetGuards guards) throws IOException {
    List<FsVolumeImpl> watched = new ArrayList<>();
    for (FsVolumeSpi volume : volumes) {
      watched.add((FsVolumeImpl) volume);
    }
    new StockParts().watchSpace(watched, guards);
  }
}
