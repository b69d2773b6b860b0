package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes half a finalization: if a replica's data could not be moved, its checksums are moved back.
 *
 * <p>Stock does so when it reopens a replica, but not when it finalizes one: every later attempt
 * fails for lack of checksums, that of the lease's recovery, too.
 */
record HalfFinalized(ReplicaMap replicas, FileIoProvider files) {
  private static final Logger LOG = LoggerFactory.getLogger(HalfFinalized.class);

  /** Finalizes a block completely or not at all. To be called with the block locked. */
  <T> T completely(ExtendedBlock block, DatasetOperations.Call<T> finalization) throws IOException {
    try {
      return finalization.call();
    } catch (IOException | RuntimeException | Error e) {
      undo(block);
      throw e;
    }
  }

  /**
   * Moves the checksums of a block back if its data were left behind. A failure leaves things as
   * they are, for the next attempt. To be called with the block locked.
   */
  void undo(ExtendedBlock block) {
    ReplicaInfo replica = replicas.get(block.getBlockPoolId(), block.getBlockId());
    if (replica == null
        || replica.getState() == ReplicaState.FINALIZED
        || !(replica.getVolume() instanceof FsVolumeImpl volume)
        || replica.metadataExists()
        || !replica.blockDataExists()) {
      return;
    }
    try {
      File blocks = volume.getFinalizedDir(block.getBlockPoolId());
      File moved =
          new File(
              DatanodeUtil.idToBlockDir(blocks, replica.getBlockId()),
              DatanodeUtil.getMetaName(replica.getBlockName(), replica.getGenerationStamp()));
      if (files.exists(volume, moved)) {
        files.rename(volume, moved, new File(replica.getMetadataURI()));
        LOG.info(
            "Moved {} back to the data of {}: its finalization had failed halfway", moved, replica);
      }
    } catch (IOException e) {
      LOG.warn("Cannot move the checksums of {} back to its data yet", replica, e);
    }
  }
}
