package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.jspecify.annotations.NullMarked;
import org.tieredhdfs.hdfs.transfer.SyncAware;
import org.tieredhdfs.hdfs.transfer.WriteRequest;

/**
 * Tells a DataNode that joins a pipeline if nobody has synced what it gets, so that it need not
 * sync it. Stateless.
 */
@NullMarked
public final class UnsyncedTransfer {
  private UnsyncedTransfer() {}

  /**
   * What a transfer asks for, so that {@link WriteRequest#isOfUnsyncedReplica()} tells at the other
   * end. A DataNode that knows nothing of this ignores it, and one that is not told syncs.
   *
   * <p>To be called before the transfer: a sync that comes later is none of this pipeline.
   */
  @SuppressWarnings("deprecation") // the only way to a replica from outside of the dataset
  public static CachingStrategy caching(
      DataNode datanode, ExtendedBlock block, BlockConstructionStage stage, CachingStrategy stock) {
    boolean isUnsynced =
        stage == BlockConstructionStage.TRANSFER_RBW
            && datanode.data.getReplica(block.getBlockPoolId(), block.getBlockId())
                instanceof SyncAware replica
            && !replica.isPromised();
    return isUnsynced ? new CachingStrategy.Builder(stock).setReadahead(null).build() : stock;
  }
}
