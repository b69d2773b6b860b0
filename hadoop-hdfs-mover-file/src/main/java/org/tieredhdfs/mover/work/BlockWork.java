package org.tieredhdfs.mover.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaAlreadyExistsException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.plan.BlockPlan;
import org.tieredhdfs.mover.plan.BlockPlanner;
import org.tieredhdfs.mover.plan.PlannedMove;
import org.tieredhdfs.mover.plan.Shortfall;
import org.tieredhdfs.mover.transfer.Owner;
import org.tieredhdfs.mover.transfer.Transfer;
import org.tieredhdfs.mover.transfer.TransferOutcome;

/**
 * The work on one block: after each answer of the NameNode, it settles previous attempts, and plans
 * and starts the next moves.
 *
 * <p>Moves within DataNodes go side by side; of those between DataNodes the next begins when the
 * NameNode knows the replica of the one before, since it decides by what it knows which replica is
 * superfluous. Used by one thread at a time.
 */
final class BlockWork {
  /** Shortfalls that pass by themselves more often than not. */
  private static final Set<Shortfall> PASSING =
      Set.of(Shortfall.NO_SPACE, Shortfall.NODE_OUT_OF_SERVICE, Shortfall.NO_STORAGE_OF_TYPE);

  private final MoverCore core;
  private final Owner owner;
  private final Consumer<Attempt> begin;
  private final BlockRetries retries;
  private final List<Attempt> pending = new ArrayList<>();
  private final ArrayDeque<Transfer> todo = new ArrayDeque<>();
  private @Nullable BlockFailure failure;
  private long blockId;
  private boolean isWaitingForRemoval;
  private boolean wasSuperfluous;
  private long superfluousSinceNs;
  private long replicasMoved;
  private long bytesMoved;

  /**
   * @param begin queues the transfer of an attempt
   */
  BlockWork(MoverCore core, Owner owner, Consumer<Attempt> begin) {
    this.core = core;
    this.owner = owner;
    this.begin = begin;
    this.retries = new BlockRetries(core.settings());
  }

  /** Why the block was given up; null if it was not. */
  @Nullable BlockFailure failure() {
    return failure;
  }

  long replicasMoved() {
    return replicasMoved;
  }

  long bytesMoved() {
    return bytesMoved;
  }

  /** How many moves are queued, running, or not yet known to the NameNode. */
  int pending() {
    return pending.size();
  }

  /** Whether all that is waited for is the removal of replicas, which takes seconds. */
  boolean isWaitingForRemoval() {
    return isWaitingForRemoval;
  }

  /** Whether moves wait, are queued or running, and none has ended: the NameNode has no news. */
  boolean isOnTheWay() {
    return !(pending.isEmpty() && todo.isEmpty()) && pending.stream().noneMatch(Attempt::hasEnded);
  }

  /** How long the block is to be left alone after a failure. */
  long waitNs(long nowNs) {
    return pending.isEmpty() ? retries.waitNs(nowNs) : 0;
  }

  /**
   * Goes on with the block.
   *
   * @param mayBegin how many moves may be begun
   * @param lookedNs when the NameNode was asked where it lies, by {@link System#nanoTime}
   * @return whether the block needs no more work: it is satisfied or given up
   */
  boolean advance(
      LocatedBlock located, FilePolicy policy, int mayBegin, long nowNs, long lookedNs) {
    blockId = located.getBlock().getBlockId();
    boolean isUnderWay = false;
    try {
      boolean isFinished = isFinished(located, policy, mayBegin, nowNs, lookedNs);
      isUnderWay = !isFinished && !(pending.isEmpty() && todo.isEmpty());
      return isFinished;
    } finally {
      if (!isUnderWay) {
        end();
      }
    }
  }

  /** Leaves the block to others. */
  void end() {
    core.movedBlocks().release(blockId, this, System.nanoTime());
  }

  private boolean isFinished(
      LocatedBlock located, FilePolicy policy, int mayBegin, long nowNs, long lookedNs) {
    ClusterSnapshot cluster = core.cluster().current();
    settle(located, new BlockView(located, policy, cluster, retries.pinnedOn()), nowNs);
    if (failure != null) {
      return pending.isEmpty();
    }
    if (pending.isEmpty() && todo.isEmpty()) {
      if (!core.movedBlocks().claim(blockId, this, lookedNs)) {
        return false;
      }
      BlockView view = new BlockView(located, policy, cluster, retries.pinnedOn());
      if (planNext(located, view, cluster, nowNs)) {
        return true;
      }
    }
    beginNext(located.getLocations(), mayBegin);
    return false;
  }

  /** Records the outcome of the attempts. */
  private void settle(LocatedBlock located, BlockView view, long nowNs) {
    isWaitingForRemoval = false;
    for (Iterator<Attempt> attempts = pending.iterator(); attempts.hasNext(); ) {
      Attempt attempt = attempts.next();
      switch (attempt.stage(located.getLocations())) {
        case ON_THE_WAY -> {}
        case DONE -> {
          countMoved(attempt);
          attempts.remove();
        }
        case UNKNOWN_TO_NAMENODE -> {
          if (attempt.endedSinceNs(nowNs) > core.settings().confirmTimeoutNs()) {
            attempts.remove();
            stop();
            retries.failed(Reason.NOT_CONFIRMED, "", nowNs);
          }
        }
        case OLD_REPLICA_THERE -> {
          if (view.superfluous() <= 0) {
            // the NameNode has removed another replica instead, so plan the rest again
            countMoved(attempt);
            attempts.remove();
            stop();
          } else if (attempt.endedSinceNs(nowNs) > core.settings().removalTimeoutNs()) {
            attempts.remove();
            giveUp(located, Reason.SUPERFLUOUS_REPLICAS, "");
          } else {
            isWaitingForRemoval = true;
            if (!attempt.transfer().isWithinNode()) {
              core.removals().expectFrom(attempt.transfer().source());
            }
          }
        }
        case FAILED -> {
          attempts.remove();
          stop();
          failed(attempt, nowNs);
        }
      }
    }
  }

  private void countMoved(Attempt attempt) {
    replicasMoved++;
    bytesMoved += attempt.transfer().sizeBytes();
  }

  private void failed(Attempt attempt, long nowNs) {
    TransferOutcome outcome = attempt.outcome();
    if (outcome == null) {
      return;
    }
    switch (outcome.kind()) {
      case PINNED -> retries.isPinnedOn(attempt.transfer().source().getDatanodeUuid());
      case BUSY -> retries.wasBusy(outcome.message(), nowNs);
      case FAILED -> {
        if (!outcome.message().contains(ReplicaAlreadyExistsException.class.getSimpleName())) {
          // a target that already has the replica is healthy, and the NameNode will report it
          retries.failedAt(attempt.transfer());
        }
        retries.failed(Reason.TRANSFER_FAILED, outcome.message(), nowNs);
      }
      default -> {}
    }
  }

  /** Plans a block without running attempts; returns whether it needs no more work. */
  private boolean planNext(
      LocatedBlock located, BlockView view, ClusterSnapshot cluster, long nowNs) {
    if (located.isCorrupt()) {
      return giveUp(located, Reason.CORRUPT, "");
    }
    if (retries.waitNs(nowNs) > 0) {
      return false;
    }
    if (located.getLocations().length == 0) {
      return failOrGiveUp(located, Reason.MISSING, nowNs);
    }
    if (view.superfluous() > 0) {
      return waitForRemoval(located, nowNs);
    }
    wasSuperfluous = false;
    LiveTargets targets = new LiveTargets(core, cluster, retries.failedPlaces());
    BlockPlan plan = BlockPlanner.plan(view.model(), targets);
    if (plan.isSatisfied()) {
      boolean areAllTold = located.getLocations().length >= view.model().wanted().size();
      return areAllTold
          || !cluster.hidesReplicas()
          || giveUp(located, Reason.NODE_OUT_OF_SERVICE, "");
    }
    if (retries.areUsedUp()) {
      return giveUp(located, retries.reason(), retries.detail());
    }
    if (plan.moves().isEmpty() && !retries.failedPlaces().isEmpty()) {
      retries.forgetPlaces();
      targets = new LiveTargets(core, cluster, retries.failedPlaces());
      plan = BlockPlanner.plan(view.model(), targets);
    }
    if (plan.moves().isEmpty()) {
      Shortfall worst = plan.shortfalls().stream().min(Shortfall::compareTo).orElseThrow();
      boolean mayPass =
          targets.hasLeftOutForAWhile() || plan.shortfalls().stream().anyMatch(PASSING::contains);
      return mayPass
          ? failOrGiveUp(located, Reason.of(worst), nowNs)
          : giveUp(located, Reason.of(worst), "");
    }
    for (PlannedMove move : plan.moves()) {
      if (cluster.canLeave(move)) {
        todo.add(transfer(view, move, cluster));
      }
    }
    return todo.isEmpty() && giveUp(located, Reason.UPGRADING, "");
  }

  private boolean failOrGiveUp(LocatedBlock located, Reason reason, long nowNs) {
    retries.failed(reason, "", nowNs);
    return retries.areUsedUp() && giveUp(located, reason, "");
  }

  private boolean giveUp(LocatedBlock located, Reason reason, String detail) {
    failure = new BlockFailure(located.getBlock().getBlockName(), reason, detail);
    todo.clear();
    return true;
  }

  private boolean waitForRemoval(LocatedBlock located, long nowNs) {
    if (!wasSuperfluous) {
      wasSuperfluous = true;
      superfluousSinceNs = nowNs;
    }
    isWaitingForRemoval = true;
    return nowNs - superfluousSinceNs > core.settings().removalTimeoutNs()
        && giveUp(located, Reason.SUPERFLUOUS_REPLICAS, "");
  }

  private Transfer transfer(BlockView view, PlannedMove move, ClusterSnapshot cluster) {
    DatanodeInfoWithStorage source = view.node(move.replica());
    DatanodeInfo known = cluster.info(move.target().id());
    DatanodeInfo target = known == null ? source : known;
    return new Transfer(
        view.block(move.replica()),
        source,
        source.getStorageID(),
        move.isWithinNode() ? source : view.copyFrom(move.replica(), retries::failuresFrom),
        move.isWithinNode() ? source : target,
        move.targetType(),
        move.sizeBytes(),
        owner);
  }

  private void beginNext(DatanodeInfoWithStorage[] replicas, int mayBegin) {
    boolean isCrossing =
        pending.stream()
            .anyMatch(
                attempt ->
                    !attempt.transfer().isWithinNode()
                        && attempt.stage(replicas) != Attempt.Stage.OLD_REPLICA_THERE);
    int begun = 0;
    for (Iterator<Transfer> transfers = todo.iterator();
        transfers.hasNext() && begun < mayBegin; ) {
      Transfer transfer = transfers.next();
      if (!transfer.isWithinNode()) {
        if (isCrossing) {
          continue;
        }
        isCrossing = true;
      }
      transfers.remove();
      begun++;
      Attempt attempt = new Attempt(transfer);
      pending.add(attempt);
      begin.accept(attempt);
    }
  }

  /** Drops what has not begun. */
  void stop() {
    todo.clear();
  }
}
