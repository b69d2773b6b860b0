package org.tieredhdfs.simulate.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A job that reads each block once, all DataNodes at the same pace.
 *
 * <p>A DataNode that is free reads a block of which it has a replica, as long as there is one that
 * nobody has read, and any other after that, over the network: what a scheduler does that does not
 * wait for locality. Used by one thread.
 */
final class ReadingJob {
  private final List<List<Integer>> blocksOfNode;
  private int blocks;

  ReadingJob(int nodes) {
    blocksOfNode =
        IntStream.range(0, nodes).mapToObj(i -> (List<Integer>) new ArrayList<Integer>()).toList();
  }

  /** One more block, with a replica on each of these DataNodes. */
  void add(List<Integer> nodes) {
    nodes.forEach(node -> blocksOfNode.get(node).add(blocks));
    blocks++;
  }

  /**
   * Reads all blocks.
   *
   * @return how many of a hundred were read over the network
   */
  double remotePercent(Random random) {
    List<Queue<Integer>> local = new ArrayList<>();
    for (List<Integer> ofNode : blocksOfNode) {
      Collections.shuffle(ofNode, random);
      local.add(new ArrayDeque<>(ofNode));
    }
    List<Integer> turns = new ArrayList<>(IntStream.range(0, local.size()).boxed().toList());
    BitSet read = new BitSet(blocks);
    int remote = 0;
    while (read.cardinality() < blocks) {
      Collections.shuffle(turns, random);
      for (int node : turns) {
        Queue<Integer> own = local.get(node);
        while (!own.isEmpty() && read.get(own.element())) {
          own.remove();
        }
        boolean isRemote = own.isEmpty();
        int block = isRemote ? read.nextClearBit(0) : own.remove();
        if (block < blocks) {
          remote += isRemote ? 1 : 0;
          read.set(block);
        }
      }
    }
    return blocks == 0 ? 0 : 100.0 * remote / blocks;
  }
}
