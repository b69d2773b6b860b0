package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.jspecify.annotations.NullMarked;

/**
 * Keeps the generation stamps of replicas that the NameNode has chosen for deletion.
 *
 * <p>Apache Hadoop queues the NameNode's own record of the block until the DataNode's next
 * heartbeat, and forgets what is queued for a DataNode when a client appends to the block. The
 * append gives the record a new generation stamp, so that the order names the replica just written;
 * and when the append ends, the NameNode chooses a surplus replica once more. If that is another
 * one, a block of replication 1 has none left.
 *
 * <p>In this package for the NameNode's queues. Stateless.
 */
@NullMarked
public final class ReplicasToDelete {
  private ReplicasToDelete() {}

  /**
   * Copies the replica to be queued, so that no append changes it. An older order for the same
   * DataNode and block is dropped, as a queue takes no second one.
   *
   * @param queue the {@link InvalidateBlocks} it comes to, whose lock is held
   * @param block what the NameNode keeps of the block, or a copy of it
   */
  public static Block chosen(Object queue, Block block, DatanodeInfo node) {
    InvalidateBlocks waiting = (InvalidateBlocks) queue;
    if (!waiting.contains(node, block)) {
      waiting.remove(node, block);
    }
    return block.getClass() == Block.class ? block : new Block(block);
  }

  /**
   * Cancels the deletion of surplus replicas of a file's last block, because all of them are
   * appended to. The NameNode chooses anew when the append ends.
   *
   * @param surplus the NameNode's {@link ExcessRedundancyMap}, whose lock for blocks is held
   */
  public static void takeBack(Object surplus, BlockCollection file) {
    BlockInfo block = file.getLastBlock();
    Iterator<DatanodeStorageInfo> storages = block.getStorageInfos();
    while (storages.hasNext()) {
      DatanodeDescriptor node = storages.next().getDatanodeDescriptor();
      if (((ExcessRedundancyMap) surplus).remove(node, block)
          && node.containsInvalidateBlock(block)) {
        takeBack(node, block);
      }
    }
  }

  /** Orders that wait for a heartbeat can only be removed all at once. */
  private static void takeBack(DatanodeDescriptor node, Block block) {
    Block[] orders = node.getInvalidateBlocks(Integer.MAX_VALUE);
    if (orders == null) {
      // a heartbeat has taken them meanwhile
      return;
    }
    List<Block> others = Arrays.stream(orders).filter(order -> !order.equals(block)).toList();
    if (!others.isEmpty()) {
      node.addBlocksToBeInvalidated(others);
    }
  }
}
