package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Has block scanners begin anew all the time, not every three weeks, until it is closed. */
public final class ScannedBlocks implements AutoCloseable {

  private ScannedBlocks() {}

  /** For DataNodes that are started with that configuration. */
  public static ScannedBlocks begin(Configuration conf) {
    BlockScanner.Conf.allowUnitTestSettings = true;
    conf.setLong(BlockScanner.Conf.INTERNAL_DFS_DATANODE_SCAN_PERIOD_MS, 100);
    conf.setClass(
        BlockScanner.Conf.INTERNAL_VOLUME_SCANNER_SCAN_RESULT_HANDLER,
        VolumeScanner.ScanResultHandler.class,
        VolumeScanner.ScanResultHandler.class);
    return new ScannedBlocks();
  }

  /** How many blocks of the volume of a type were read to their end. */
  public long of(DataNode datanode, StorageType type) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          return datanode
              .getBlockScanner()
              .getVolumeStats(volume.getStorageID())
              .blocksScannedSinceRestart;
        }
      }
    }
    throw new IOException("no volume of " + type);
  }

  @Override
  public void close() {
    BlockScanner.Conf.allowUnitTestSettings = false;
  }
}
