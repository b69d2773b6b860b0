package org.tieredhdfs.hdfs.transfer;

import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/**
 * What a request to write a block shows of the other DataNodes that its client writes to.
 *
 * <p>HBase's default write-ahead log connects to each DataNode of a block by itself, so each of its
 * requests is one for a pipeline of one DataNode. So is that of a client of HDFS that writes a file
 * with one replica, which would lose what it has written if it were cut off. HBase's differs from
 * it in signs that do not depend on the configuration of HBase:
 *
 * <ul>
 *   <li>the block has no length, where clients since Hadoop 2.6 send the block size of the file;
 *   <li>it asks to drop what was written from the page cache, without a word on read-ahead; clients
 *       of HDFS do so only if they are configured to.
 * </ul>
 *
 * <p>Both have to be there, for a block that is being created: a writer of this kind appends to
 * nothing and recovers no pipeline. No version of HDFS's own client shows both unless it is older
 * than 2.6 and drops behind. That HBase names no storage is no sign: the DataNode may have found by
 * itself which one the NameNode chose.
 *
 * @param stage what the client is about to do
 * @param targets how many DataNodes come behind this one in the pipeline
 * @param pipelineSize how many DataNodes are in it; 0 for a copy from another DataNode
 * @param blockBytes the length of the block as requested
 */
public record WriteRequest(
    BlockConstructionStage stage,
    int targets,
    int pipelineSize,
    long blockBytes,
    CachingStrategy caching) {

  /** Where its client goes on without this DataNode. */
  public OtherNodes otherNodes() {
    if (targets > 0 || pipelineSize > 1) {
      return OtherNodes.IN_PIPELINE;
    }
    return isFannedOut() ? OtherNodes.FANNED_OUT : OtherNodes.NONE;
  }

  private boolean isFannedOut() {
    return stage == BlockConstructionStage.PIPELINE_SETUP_CREATE
        && pipelineSize == 1
        && blockBytes == 0
        && Boolean.TRUE.equals(caching.getDropBehind())
        && caching.getReadahead() == null;
  }

  /**
   * Whether another DataNode sends a replica for a pipeline and says that nobody has synced any of
   * it. It says so by asking for no read-ahead, of which a writer makes no use. Apache Hadoop's
   * DataNodes always ask for some.
   */
  public boolean isOfUnsyncedReplica() {
    return stage == BlockConstructionStage.TRANSFER_RBW && caching.getReadahead() == null;
  }

  /** How many DataNodes the pipeline has, this one among them. */
  public int pipelineNodes() {
    return Math.max(Math.max(1, pipelineSize), targets + 1);
  }

  /** Whether this DataNode is the first of the pipeline. */
  public boolean isToFirst() {
    return targets == pipelineSize - 1;
  }
}
