package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.Iterator;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replicas in memory, of which none is replaced by an older one from a volume that comes back.
 *
 * <p>While a volume was away, its blocks may have been written to other volumes of the node and
 * appended to there. Stock lets what the volume brings back take their place: the node does not
 * know the newer replica any more and reports one that the NameNode takes for corrupt. Here the
 * older one stays a file on its disk, which the directory scanner clears away.
 */
final class NewestReplicaMap extends ReplicaMap {
  private static final Logger LOG = LoggerFactory.getLogger(NewestReplicaMap.class);

  NewestReplicaMap(DataNodeLockManager<AutoCloseDataSetLock> locks) {
    super(locks);
  }

  @Override
  void mergeAll(ReplicaMap other) {
    for (String pool : other.getBlockPoolList()) {
      other.replicas(pool, brought -> leaveOlderOut(pool, brought));
    }
    super.mergeAll(other);
  }

  private void leaveOlderOut(String pool, Iterator<ReplicaInfo> brought) {
    while (brought.hasNext()) {
      ReplicaInfo replica = brought.next();
      ReplicaInfo known = get(pool, replica.getBlockId());
      if (known != null && known.getGenerationStamp() >= replica.getGenerationStamp()) {
        LOG.info("{} of a volume that comes back stays out: there is {}", replica, known);
        brought.remove();
      }
    }
  }
}
