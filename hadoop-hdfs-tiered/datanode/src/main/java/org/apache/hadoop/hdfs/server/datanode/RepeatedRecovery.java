package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.util.Daemon;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/**
 * Block recovery that asks the DataNodes again, at once, if none of their replicas has the length
 * agreed on.
 *
 * <p>Only then do torn and damaged replicas tell how much of them is sound, see {@code
 * TornReplicas}. The longest wins, since all are beginnings of the same data; stock would take the
 * shortest. In the stock package because the rounds of a recovery are visible only there.
 * Thread-safe.
 */
public final class RepeatedRecovery extends BlockRecoveryWorker {
  /** In the last one, damaged replicas are taken as they are. */
  private static final int ROUNDS = 3;

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
    List<RecoveringBlock> striped = blocks.stream().filter(RecoveringBlock::isStriped).toList();
    List<RecoveringBlock> contiguous = blocks.stream().filter(b -> !b.isStriped()).toList();
    if (contiguous.isEmpty()) {
      return super.recoverBlocks(who, striped);
    }
    if (!striped.isEmpty()) {
      super.recoverBlocks(who, striped);
    }
    Daemon thread = new Daemon(datanode.threadGroup, () -> recover(who, contiguous));
    thread.start();
    return thread;
  }

  private void recover(String who, List<RecoveringBlock> blocks) {
    datanode.metrics.incrDataNodeBlockRecoveryWorkerCount();
    try {
      for (RecoveringBlock block : blocks) {
        LOG.info("{} asks for the recovery of {} by {}", who, block, datanode.getDisplayName());
        try {
          new Task(block).recover();
        } catch (IOException e) {
          LOG.warn("Recovery of {} failed", block, e);
        }
      }
    } finally {
      datanode.metrics.decrDataNodeBlockRecoveryWorkerCount();
    }
  }

  private final class Task extends RecoveryTaskContiguous {
    private int round;
    private boolean isAgreed;

    Task(RecoveringBlock block) {
      super(block);
    }

    @Override
    protected void recover() throws IOException {
      for (round = 1; ; round++) {
        isAgreed = false;
        try {
          super.recover();
          return;
        } catch (IOException e) {
          // That of a NameNode or a connection is of a class of its own
          if (!isAgreed || round == ROUNDS || e.getClass() != IOException.class) {
            throw e;
          }
          LOG.warn("Asking the DataNodes once more: {}", e.getMessage());
        }
      }
    }

    @Override
    void syncBlock(List<BlockRecord> told) throws IOException {
      isAgreed = true;
      if (round > 1 && told.isEmpty()) {
        // stock has the block deleted then
        throw new IOException("No replica is free of damage");
      }
      super.syncBlock(round > 1 ? longest(told) : told);
    }
  }

  private static List<BlockRecord> longest(List<BlockRecord> told) {
    int best = told.stream().mapToInt(RepeatedRecovery::state).min().orElseThrow();
    if (best == ReplicaState.FINALIZED.getValue()) {
      return told;
    }
    List<BlockRecord> longest = new ArrayList<>(told);
    longest.removeIf(record -> state(record) != best);
    long bytes = longest.stream().mapToLong(RepeatedRecovery::bytes).max().orElseThrow();
    longest.removeIf(record -> bytes(record) < bytes);
    return longest;
  }

  private static int state(BlockRecord record) {
    return record.getReplicaRecoveryInfo().getOriginalReplicaState().getValue();
  }

  private static long bytes(BlockRecord record) {
    return record.getReplicaRecoveryInfo().getNumBytes();
  }
}
