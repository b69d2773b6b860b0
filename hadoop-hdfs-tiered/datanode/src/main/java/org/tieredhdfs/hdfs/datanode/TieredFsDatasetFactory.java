package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataSetLockManager;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.PatientDataStorage;
import org.apache.hadoop.hdfs.server.datanode.PromptHeartbeats;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.stock.StockField;
import org.tieredhdfs.hdfs.datanode.volume.io.VolumeFileIo;

/**
 * The value of {@code dfs.datanode.fsdataset.factory} for a dataset whose volumes do not wait for
 * each other.
 *
 * <p>It puts our lock manager in the place of the DataNode's before the dataset is built from it.
 * So that every I/O call is counted at its volume, it does the same with its way to file systems.
 * If that does not work, the DataNode does not start.
 */
public final class TieredFsDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<FsVolumeImpl>> {

  @Override
  public FsDatasetSpi<FsVolumeImpl> newInstance(
      DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
    PromptHeartbeats heartbeats = new PromptHeartbeats(datanode, System::nanoTime);
    DatasetGuards guards = new DatasetGuards(conf, PeerView.of(datanode), heartbeats::send);
    StockField<DataSetLockManager> lockManager =
        StockField.of(DataNode.class, "dataSetLockManager", DataSetLockManager.class);
    lockManager.set(datanode, guards.locks());
    if (datanode.getDataSetLockManager() != guards.locks()) {
      throw new IOException(
          "The DataNode cannot run with "
              + getClass().getName()
              + ": this Hadoop does not accept its lock manager; remove"
              + " dfs.datanode.fsdataset.factory.");
    }
    // Before volumes are created, because they keep the provider of that moment
    StockField.of(DataNode.class, "fileIoProvider", FileIoProvider.class)
        .set(datanode, new VolumeFileIo(conf, datanode, guards.registry()));
    return IndependentFsDataset.create(
        datanode, PatientDataStorage.install(datanode, storage, guards.commands()), conf, guards);
  }
}
