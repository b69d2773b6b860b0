package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** Makes the transfer for the recovery of a pipeline, which is visible in this package only. */
public final class PipelineTransfer {
  private PipelineTransfer() {}

  /** What a DataNode looks at before it transfers a replica to nobody. */
  public static void toNobody(DataNode datanode, ExtendedBlock block) throws IOException {
    datanode.transferReplicaForPipelineRecovery(
        block, new DatanodeInfo[0], new StorageType[0], new String[0], "client");
  }
}
