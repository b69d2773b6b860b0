package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/** A replica that Lincheck can follow: it does not get to an end with a hash code by super. */
final class ScheduledReplica extends FinalizedReplica {
  ScheduledReplica(long blockId, long generationStamp) {
    super(blockId, 1, generationStamp, null, new File("none"));
  }

  @Override
  public int hashCode() {
    return Long.hashCode(getBlockId());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScheduledReplica replica && replica.getBlockId() == getBlockId();
  }
}
