package org.tieredhdfs.mover.work;

import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a file's blocks should be. Immutable.
 *
 * @param spreadsAllBlocks whether the cluster's placement spreads replicas over as many racks as
 *     there are, not only those of erasure-coded files
 * @param coding how the file is erasure-coded; null if it is replicated
 * @param replication how many replicas HDFS keeps of each block of a replicated file
 */
record FilePolicy(
    BlockStoragePolicy policy,
    boolean spreadsAllBlocks,
    @Nullable ErasureCodingPolicy coding,
    int replication) {

  static FilePolicy of(HdfsFileStatus file, BlockStoragePolicy policy, WorkSettings settings) {
    return new FilePolicy(
        policy, settings.spreadsAllBlocks(), file.getErasureCodingPolicy(), file.getReplication());
  }

  /** Whether HDFS applies a policy to a file; some do not apply to erasure-coded files. */
  static boolean isUsedFor(HdfsFileStatus file, BlockStoragePolicy policy) {
    return file.getErasureCodingPolicy() == null
        || ErasureCodingPolicyManager.checkStoragePolicySuitableForECStripedMode(policy.getId());
  }

  FilePolicy withReplication(int kept) {
    return kept == replication ? this : new FilePolicy(policy, spreadsAllBlocks, coding, kept);
  }
}
