package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.transfer.DescriptorGuard;

/**
 * Asks the dataset before a client that reads files of this machine itself gets their descriptors.
 *
 * <p>A client that is refused asks for the block over a connection, where it is sent to another
 * replica if there is one. The refusal is of the kind that concerns one block: after any other, a
 * client reads nothing locally from this DataNode for ten minutes. Stateless.
 */
@NullMarked
public final class LocalReads {
  private LocalReads() {}

  /**
   * @throws IOException if the client should not get them
   */
  public static void admit(DataNode datanode, ExtendedBlock block) throws IOException {
    if (datanode.data instanceof DescriptorGuard guard) {
      @Nullable String refusal = guard.refusal(block);
      if (refusal != null) {
        throw new DataNode.ShortCircuitFdsVersionException(refusal);
      }
    }
  }
}
