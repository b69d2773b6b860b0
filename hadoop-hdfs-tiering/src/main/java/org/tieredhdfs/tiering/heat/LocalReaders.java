package org.tieredhdfs.tiering.heat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;

/**
 * Which blocks have files open at local readers, which read without the DataNode.
 *
 * <p>A reader that does not use a block any more gives its files back after some minutes ({@code
 * dfs.client.read.shortcircuit.streams.cache.expiry.ms}). Stateless.
 */
final class LocalReaders {
  private LocalReaders() {}

  /** A block for each reader that has it, so far as readers share memory with the DataNode. */
  static List<ExtendedBlockId> blocks(ShortCircuitRegistry registry, int most) {
    List<ExtendedBlockId> blocks = new ArrayList<>();
    boolean unused =
        registry.visit(
            (segments, slots) -> {
              for (ExtendedBlockId block : slots.keys()) {
                if (blocks.size() < most) {
                  blocks.add(block);
                }
              }
              return true;
            });
    return blocks;
  }
}
