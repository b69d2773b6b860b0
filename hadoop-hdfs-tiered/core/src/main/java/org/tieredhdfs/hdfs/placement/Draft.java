package org.tieredhdfs.hdfs.placement;

import java.util.EnumMap;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/**
 * What one thread knows while it chooses the places of one block: Hadoop's steps hand each other
 * less than a choice by load needs.
 *
 * <p>Used by one thread.
 */
final class Draft {
  /** Whether a pair is to be drawn when a remote rack is asked for. */
  boolean wantsPair;

  long blockBytes;

  /** Replicas chosen so far, as Hadoop's list. */
  List<DatanodeStorageInfo> results = List.of();

  /** How many of them were given. */
  int given;

  int maxNodesPerRack = Integer.MAX_VALUE;
  EnumMap<StorageType, Integer> types = new EnumMap<>(StorageType.class);

  /** The pair that was drawn and not yet taken. */
  @Nullable DatanodeDescriptor first;

  @Nullable DatanodeDescriptor second;
}
