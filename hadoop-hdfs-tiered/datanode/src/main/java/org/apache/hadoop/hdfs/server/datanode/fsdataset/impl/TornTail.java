package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes unrecorded data of a failed packet write from the end of a replica when the lease is
 * recovered.
 *
 * <p>They were never acknowledged. Stock cuts them off when a client recovers its pipeline, but
 * cannot recover the lease then.
 */
record TornTail(ReplicaMap replicas) {
  private static final Logger LOG = LoggerFactory.getLogger(TornTail.class);

  /** Starts the recovery, a second time if a tail made the first one fail. */
  <T> T recover(ExtendedBlock block, DatasetOperations.Call<T> beginning) throws IOException {
    try {
      return beginning.call();
    } catch (IOException e) {
      if (!cutOff(block)) {
        throw e;
      }
      return beginning.call();
    }
  }

  /** Whether there was a tail, and no other writer that may still take note of it. */
  private boolean cutOff(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = replicas.get(block.getBlockPoolId(), block.getBlockId());
    Thread me = Thread.currentThread();
    // Starting the recovery has stopped the previous writer and made this thread the writer
    if (!(replica instanceof ReplicaInPipeline pipeline)
        || replica.getState() != ReplicaState.RBW
        || !pipeline.attemptToSetWriter(me, me)) {
      return false;
    }
    long knownBytes = replica.getBytesOnDisk();
    if (knownBytes < pipeline.getBytesAcked() || replica.getBlockDataLength() <= knownBytes) {
      return false;
    }
    LOG.info(
        "Cutting off what follows {} bytes of {}: it is from a failed write", knownBytes, replica);
    replica.truncateBlock(knownBytes);
    pipeline.setNumBytes(knownBytes);
    pipeline.setLastChecksumAndDataLen(knownBytes, null);
    return true;
  }
}
