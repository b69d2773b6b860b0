package org.tieredhdfs.mover.work;

import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/**
 * What decides where a file's blocks should be.
 *
 * @param spreadsAllBlocks whether the cluster's placement spreads replicas over as many racks as
 *     there are, not only those of erasure-coded files
 */
record FilePolicy(BlockStoragePolicy policy, boolean spreadsAllBlocks) {}
