package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad;

/**
 * A writer's hold on a volume, which tells the volume choosing policies when it begins and ends.
 *
 * <p>A receiver of a block closes the handler that it got, whether the block was finished, given up
 * or taken over by a recovery, and does so after the last sync. So no way of ending a writer has to
 * be known here.
 */
final class OpenWriter implements FsVolumeReference {
  private final ReplicaHandler stock;
  private final FsVolumeSpi volume;
  private final ExtendedBlock block;

  private OpenWriter(ReplicaHandler stock, FsVolumeSpi volume, ExtendedBlock block) {
    this.stock = stock;
    this.volume = volume;
    this.block = block;
  }

  /** The same handler, watched. */
  static ReplicaHandler watch(ReplicaHandler stock, ExtendedBlock block) {
    FsVolumeSpi volume = stock.getReplica().getReplicaInfo().getVolume();
    // Its owner goes on to change the one it handed in
    ExtendedBlock same = new ExtendedBlock(block);
    VolumeLoad.shared().blockOpened(volume, same);
    return new ReplicaHandler(stock.getReplica(), new OpenWriter(stock, volume, same));
  }

  /** A volume was chosen for a block that will not be written there any more. */
  static void neverOpened(FsVolumeSpi volume, ExtendedBlock block) {
    VolumeLoad.shared().blockOpened(volume, block);
    VolumeLoad.shared().blockClosed(volume, block);
  }

  @Override
  public void close() throws IOException {
    VolumeLoad.shared().blockClosed(volume, block);
    stock.close();
  }

  @Override
  public FsVolumeSpi getVolume() {
    return volume;
  }
}
