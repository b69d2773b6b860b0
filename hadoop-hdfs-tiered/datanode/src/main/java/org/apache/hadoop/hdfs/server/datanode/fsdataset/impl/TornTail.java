package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what a failed write left behind when the lease is recovered: data at the end of a replica
 * that nobody recorded.
 *
 * <p>They were never acknowledged. Stock cuts them off when a client recovers its pipeline, but
 * cannot recover the lease then. Where nothing would be left, the replica is refused as by stock:
 * as an empty one it would end the recovery without those DataNodes that cannot be asked yet.
 */
record TornTail(ReplicaMap replicas) {
  private static final Logger LOG = LoggerFactory.getLogger(TornTail.class);

  /** Starts the recovery, a second time if a tail made the first one fail. */
  <T> T recover(ExtendedBlock block, DatasetOperations.Call<T> beginning) throws IOException {
    Thread me = Thread.currentThread();
    try {
      return beginning.call();
    } catch (IOException e) {
      // Starting the recovery has stopped the previous writer and made this thread the writer
      if (!(replicas.get(block.getBlockPoolId(), block.getBlockId())
              instanceof ReplicaInPipeline own)
          || own.getReplicaInfo().getState() != ReplicaState.RBW
          || !own.attemptToSetWriter(me, me)) {
        throw e;
      }
      try {
        if (!cutOff(own)) {
          throw e;
        }
        return beginning.call();
      } finally {
        // The next attempt would wait in vain for the end of this thread, which serves others
        own.attemptToSetWriter(me, null);
      }
    }
  }

  /** Whether there was a tail, and more than that. */
  private static boolean cutOff(ReplicaInPipeline replica) throws IOException {
    long knownBytes = replica.getBytesOnDisk();
    if (knownBytes == 0
        || knownBytes < replica.getBytesAcked()
        || replica.getReplicaInfo().getBlockDataLength() <= knownBytes) {
      return false;
    }
    LOG.info(
        "Cutting off what follows {} bytes of {}: it is from a failed write", knownBytes, replica);
    replica.getReplicaInfo().truncateBlock(knownBytes);
    replica.setNumBytes(knownBytes);
    replica.setLastChecksumAndDataLen(knownBytes, null);
    return true;
  }
}
