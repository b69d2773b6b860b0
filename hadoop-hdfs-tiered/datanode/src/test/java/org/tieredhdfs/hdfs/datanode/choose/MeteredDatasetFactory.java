package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;

/** A stock dataset over a metered way to its file systems. */
public final class MeteredDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {
  private final FsDatasetSpi.Factory<? extends FsDatasetSpi<?>> stock = new FsDatasetFactory();

  @Override
  public FsDatasetSpi<?> newInstance(DataNode dataNode, DataStorage storage, Configuration conf)
      throws IOException {
    MeteredFileIoProvider.install(dataNode, conf);
    return stock.newInstance(dataNode, storage, conf);
  }
}
