package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataSetLockManager;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.PromptHeartbeats;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/** Builds our dataset on a {@link RecordedFileIo}. */
public final class RecordedFactory extends FsDatasetSpi.Factory<FsDatasetSpi<FsVolumeImpl>> {

  @Override
  public FsDatasetSpi<FsVolumeImpl> newInstance(
      DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
    PromptHeartbeats heartbeats = new PromptHeartbeats(datanode, System::nanoTime);
    DatasetGuards guards = new DatasetGuards(conf, PeerView.of(datanode), heartbeats::send);
    StockField.of(DataNode.class, "dataSetLockManager", DataSetLockManager.class)
        .set(datanode, guards.locks());
    StockField.of(DataNode.class, "fileIoProvider", FileIoProvider.class)
        .set(datanode, new RecordedFileIo(conf, datanode));
    return IndependentFsDataset.create(datanode, storage, conf, guards);
  }
}
