package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.util.Daemon;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/**
 * Block recovery that asks the DataNodes again if none of their replicas has the length agreed on:
 * at once, and then with pauses, since one that has yet to start may have what the others lack.
 *
 * <p>Only then do torn and damaged replicas tell how much of them is sound, see {@code
 * TornReplicas}. The longest wins, since all are beginnings of the same data; stock would take the
 * shortest. In the stock package because the rounds of a recovery are visible only there.
 * Thread-safe.
 */
public final class RepeatedRecovery extends BlockRecoveryWorker {
  /** How often DataNodes are asked. In the last round, damaged replicas are taken as they are. */
  public static final int ROUNDS = 12;

  /** With as many rounds, as long as it takes until DataNodes that are started together answer. */
  private static final long PAUSE_MS = 2_500;

  private final DataNode datanode;

  private RepeatedRecovery(DataNode datanode) {
    super(datanode);
    this.datanode = datanode;
  }

  /**
   * Replaces a DataNode's block recovery.
   *
   * @throws IOException if this Hadoop does not fit
   */
  public static void install(DataNode datanode) throws IOException {
    StockField.of(DataNode.class, "blockRecoveryWorker", BlockRecoveryWorker.class)
        .set(datanode, new RepeatedRecovery(datanode));
  }

  @Override
  public Daemon recoverBlocks(String who, Collection<RecoveringBlock> blocks) {
    Map<Boolean, List<RecoveringBlock>> areStriped =
        blocks.stream().collect(Collectors.partitioningBy(RecoveringBlock::isStriped));
    super.recoverBlocks(who, areStriped.get(true));
    Daemon thread = new Daemon(datanode.threadGroup, () -> recover(who, areStriped.get(false)));
    thread.start();
    return thread;
  }

  private void recover(String who, List<RecoveringBlock> blocks) {
    datanode.metrics.incrDataNodeBlockRecoveryWorkerCount();
    try {
      LOG.info("{} asks for recoveries by {}: {}", who, datanode.getDisplayName(), blocks);
      List<Task> left = blocks.stream().map(Task::new).collect(Collectors.toList());
      for (left.removeIf(Task::isOver); !left.isEmpty(); left.removeIf(Task::isOver)) {
        Thread.sleep(PAUSE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      datanode.metrics.decrDataNodeBlockRecoveryWorkerCount();
    }
  }

  private final class Task extends RecoveryTaskContiguous {
    private final RecoveringBlock block;
    private int round;
    private boolean isAgreed;

    Task(RecoveringBlock block) {
      super(block);
      this.block = block;
    }

    /** Recovers the block, unless it has to wait for DataNodes that may be about to start. */
    boolean isOver() {
      do {
        round++;
        isAgreed = false;
        try {
          recover();
          return true;
        } catch (IOException | RuntimeException e) {
          // That of a NameNode or a connection is of a class of its own
          if (!isAgreed || round == ROUNDS || e.getClass() != IOException.class) {
            LOG.warn("Recovery of {} failed", block, e);
            return true;
          }
          LOG.info("Asking the DataNodes once more: {}", e.getMessage());
        }
      } while (round == 1);
      return false;
    }

    @Override
    void syncBlock(List<BlockRecord> told) throws IOException {
      isAgreed = true;
      if (round > 1 && told.isEmpty()) {
        // stock has the block deleted then
        throw new IOException("No replica is sound");
      }
      // With damaged ones among them, only what all have is certain to be sound
      super.syncBlock(round == 1 || round == ROUNDS ? told : longest(told));
    }
  }

  private static List<BlockRecord> longest(List<BlockRecord> told) {
    Comparator<BlockRecord> order =
        Comparator.comparingInt(RepeatedRecovery::state)
            .thenComparing(one -> -one.getReplicaRecoveryInfo().getNumBytes());
    BlockRecord best = Collections.min(told, order);
    return state(best) == ReplicaState.FINALIZED.getValue()
        ? told
        : told.stream().filter(one -> order.compare(one, best) == 0).toList();
  }

  private static int state(BlockRecord record) {
    return record.getReplicaRecoveryInfo().getOriginalReplicaState().getValue();
  }
}
