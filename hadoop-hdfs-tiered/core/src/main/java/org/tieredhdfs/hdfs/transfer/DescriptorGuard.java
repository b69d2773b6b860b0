package org.tieredhdfs.hdfs.transfer;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.jspecify.annotations.Nullable;

/** A dataset that knows when a local reader should not get the open files of a replica. */
public interface DescriptorGuard {

  /**
   * Why a local reader gets no file descriptors of a replica now; null if it gets them. Does not
   * wait for volumes.
   */
  @Nullable String refusal(ExtendedBlock block);
}
