package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.io.MultipleIOException;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.jspecify.annotations.Nullable;

/**
 * The replicas whose deletion the NameNode ordered and whose volumes have not deleted them yet;
 * block reports omit them.
 *
 * <p>A NameNode that has forgotten its order meanwhile would count the replica as one that stays,
 * have another one deleted instead, and lose the block when the volume answers.
 *
 * <p>An order is let go when the deletion has ended, or could not be handed to stock: then the
 * replica stays, and is reported. Thread-safe.
 */
final class OrderedDeletions {
  private final ReplicaMap replicas;
  private final Map<ExtendedBlockId, Order> ordered = new ConcurrentHashMap<>();

  /** All orders for a replica; equal to itself only. */
  private static final class Order {
    private final ReplicaInfo replica;

    /** How many have it, and have not let it go; changed only inside the map's functions. */
    private int batches;

    Order(ReplicaInfo replica) {
      this.replica = replica;
    }
  }

  OrderedDeletions(ReplicaMap replicas) {
    this.replicas = replicas;
  }

  /** What is deleted together. */
  final class Batch {
    private final String pool;
    private final List<Block> blocks;
    private final Map<Block, Order> own = new HashMap<>();

    private Batch(String pool, List<Block> blocks) {
      this.pool = pool;
      this.blocks = blocks;
    }

    /**
     * Hands over one block after the other, whatever comes of those before.
     *
     * @param deletion hands a block to stock, which deletes it some time later
     * @throws IOException of those that failed
     */
    void delete(ConsumerRaisingIOE<Block> deletion) throws IOException {
      List<IOException> failures = new ArrayList<>();
      Set<Block> handed = new HashSet<>();
      try {
        for (Block block : blocks) {
          try {
            deletion.accept(block);
            handed.add(block);
          } catch (IOException | RuntimeException e) {
            failures.add(e instanceof IOException io ? io : new IOException(e));
          }
        }
      } finally {
        own.keySet().removeAll(handed);
        letGo();
      }
      if (!failures.isEmpty()) {
        throw MultipleIOException.createIOException(failures);
      }
    }

    /** Those that were not handed over stay, and are reported. */
    void letGo() {
      own.forEach(
          (block, order) ->
              ordered.computeIfPresent(
                  new ExtendedBlockId(block.getBlockId(), pool),
                  (key, known) -> known == order && --known.batches == 0 ? null : known));
      own.clear();
    }
  }

  /** Records the replicas before they are handed to their volumes. */
  Batch order(String pool, List<Block> blocks) {
    Batch batch = new Batch(pool, blocks);
    for (Block block : blocks) {
      ReplicaInfo replica = replicas.get(pool, block);
      if (replica != null && !batch.own.containsKey(block)) {
        Order order =
            ordered.compute(
                new ExtendedBlockId(block.getBlockId(), pool),
                (key, known) -> {
                  Order same = known != null && isOf(known, replica) ? known : new Order(replica);
                  same.batches++;
                  return same;
                });
        batch.own.put(block, order);
      }
    }
    return batch;
  }

  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  private static boolean isOf(Order order, @Nullable ReplicaInfo replica) {
    return order.replica == replica;
  }

  /** The deletion has ended: the replica was removed from memory, or stays. */
  void ended(ExtendedBlock block) {
    ordered.computeIfPresent(
        ExtendedBlockId.fromExtendedBlock(block),
        (key, order) ->
            order.replica.getGenerationStamp() == block.getGenerationStamp() ? null : order);
  }

  /** Forgets orders whose replica was moved, reopened or removed with its volume. */
  void forgetOthers() {
    ordered
        .entrySet()
        .removeIf(
            entry ->
                !isOf(
                    entry.getValue(),
                    replicas.get(entry.getKey().getBlockPoolId(), entry.getKey().getBlockId())));
  }

  boolean isEmpty() {
    return ordered.isEmpty();
  }

  /** Which replicas of a pool are about to be deleted at this moment. */
  Predicate<ReplicaInfo> ordered(String pool) {
    // By a key that costs nothing: a report asks for each replica of the pool
    Map<Block, Order> now = new HashMap<>();
    ordered.forEach(
        (id, order) -> {
          if (id.getBlockPoolId().equals(pool)) {
            now.put(order.replica, order);
          }
        });
    return replica -> {
      Order order = now.get(replica);
      return order != null && isOf(order, replica);
    };
  }
}
