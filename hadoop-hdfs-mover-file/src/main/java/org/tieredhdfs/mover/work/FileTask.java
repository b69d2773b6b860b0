package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;

/**
 * The work on one file, in steps: each asks the NameNode where the blocks are, continues with those
 * out of place, and returns when to check again. The first takes what a listing told a moment ago,
 * if there is one.
 *
 * <p>What the NameNode says is all that counts: a move is done when it names the new replica and no
 * more the old one, and a file that was renamed, appended to or given another policy meanwhile is
 * seen as it is now. Used by one thread at a time.
 */
final class FileTask {
  static final long FINISHED = -1;

  private static final Logger LOG = LoggerFactory.getLogger(FileTask.class);

  /**
   * A NameNode needs some time for the blocks of a file, so larger files are checked less often.
   */
  private static final long LOOK_PER_BLOCK_NS = TimeUnit.MICROSECONDS.toNanos(500);

  /**
   * Nothing that the NameNode knows changes while transfers are queued or running, and the end of
   * each wakes the file up.
   */
  private static final long LOOK_ON_THE_WAY_NS = TimeUnit.SECONDS.toNanos(10);

  /** What was listed longer ago is asked for again: a move in vain costs more than a call. */
  private static final long LISTING_SERVES_NS = TimeUnit.SECONDS.toNanos(5);

  private final MoverCore core;
  private final FileRef file;
  private final MoveJob.InFlight watcher;
  private final Runnable wakeUp;
  private final Runnable whenFinished;
  private final Map<Long, BlockWork> unfinished = new HashMap<>();
  private final Set<Long> givenUp = new HashSet<>();
  private final List<BlockFailure> failures = new ArrayList<>();
  private final LookDelay delay = new LookDelay();
  private final KeptReplicas kept;
  private final AtomicBoolean aTransferEnded = new AtomicBoolean();
  private @Nullable ListedFile listed;
  private long lookedNs;
  private volatile long nextLookNs = System.nanoTime();
  private int failedBlocks;
  private int failedLooks;
  private long failingSinceNs;
  private long replicasMoved;
  private long bytesMoved;

  /**
   * @param listed the file as a listing had it, closed and sound; null if that is not known
   * @param wakeUp has the next step run at once
   * @param whenFinished told when the work has ended, just before the watcher is
   */
  FileTask(
      MoverCore core,
      FileRef file,
      @Nullable ListedFile listed,
      MoveJob.InFlight watcher,
      Runnable wakeUp,
      Runnable whenFinished) {
    this.core = core;
    this.file = file;
    this.listed = listed;
    this.watcher = watcher;
    this.wakeUp = wakeUp;
    this.whenFinished = whenFinished;
    this.kept = new KeptReplicas(core.namenode(), file);
  }

  /** How long the NameNode is to be left alone, also if there is news. */
  long untilNextLookNs() {
    return Math.max(0, nextLookNs - System.nanoTime());
  }

  /** Goes on; returns after how long to look again, in nanoseconds, or {@link #FINISHED}. */
  long step() {
    try {
      HdfsLocatedFileStatus status = look();
      long delayNs =
          status == null || status.isDirectory() ? finish(FileOutcome.GONE) : advance(status);
      failedLooks = 0;
      return delayNs;
    } catch (AccessControlException e) {
      return failAll(Reason.NO_PERMISSION, e.toString());
    } catch (IOException | RuntimeException | Error e) {
      if (failedLooks++ == 0) {
        failingSinceNs = System.nanoTime();
      }
      LOG.warn("{}: {}", file.path(), e.toString());
      return System.nanoTime() - failingSinceNs > core.settings().namenodePatienceNs()
          ? failAll(Reason.NAMENODE_FAILED, e.toString())
          : TimeUnit.MILLISECONDS.toNanos(core.settings().backoff().afterFailuresMs(failedLooks));
    }
  }

  private @Nullable HdfsLocatedFileStatus look() throws IOException {
    ListedFile once = listed;
    listed = null;
    lookedNs = System.nanoTime();
    if (once == null || lookedNs - once.listedAtNs() >= LISTING_SERVES_NS) {
      return core.namenode().look(file);
    }
    lookedNs = once.listedAtNs();
    return once.status();
  }

  private long failAll(Reason reason, String detail) {
    giveUp(new BlockFailure("all blocks", reason, detail));
    return finish(FileOutcome.INCOMPLETE);
  }

  private long advance(HdfsLocatedFileStatus status) throws IOException {
    BlockStoragePolicy policy = core.policies().policy(status.getStoragePolicy());
    if (policy == null) {
      return failAll(Reason.UNKNOWN_POLICY, "id " + status.getStoragePolicy());
    }
    if (!FilePolicy.isUsedFor(status, policy)) {
      return failAll(Reason.POLICY_NOT_FOR_ERASURE_CODING, policy.getName());
    }
    boolean isCancelled = watcher.isCancelled();
    if (isCancelled) {
      unfinished.values().forEach(BlockWork::stop);
    }
    List<LocatedBlock> blocks = finishedBlocks(status.getLocatedBlocks());
    dropVanished(blocks);
    FilePolicy filePolicy = FilePolicy.of(status, policy, core.settings());
    long nowNs = System.nanoTime();
    nextLookNs = nowNs + blocks.size() * LOOK_PER_BLOCK_NS;
    long movedBefore = replicasMoved;
    // those that have begun come first: what they leave is for others
    List<LocatedBlock> others = new ArrayList<>();
    for (LocatedBlock block : blocks) {
      if (unfinished.containsKey(block.getBlock().getBlockId())) {
        advanceBlock(block, filePolicy.withReplication(kept.of(block, status)), isCancelled, nowNs);
      } else if (!givenUp.contains(block.getBlock().getBlockId())) {
        others.add(block);
      }
    }
    for (LocatedBlock block : others) {
      if (isCancelled ? !unfinished.isEmpty() : pendingMoves() >= core.settings().movesPerFile()) {
        // the rest is planned by a later look: a file may have a million blocks
        break;
      }
      advanceBlock(block, filePolicy.withReplication(kept.of(block, status)), isCancelled, nowNs);
    }
    if (pendingMoves() == 0 && (isCancelled || unfinished.isEmpty())) {
      return finishWith(status, isCancelled && !unfinished.isEmpty());
    }
    return delayNs(replicasMoved > movedBefore, nowNs);
  }

  private static List<LocatedBlock> finishedBlocks(@Nullable LocatedBlocks located) {
    if (located == null) {
      return List.of();
    }
    List<LocatedBlock> blocks = located.getLocatedBlocks();
    return located.isLastBlockComplete() || blocks.isEmpty()
        ? blocks
        : blocks.subList(0, blocks.size() - 1);
  }

  /** Whether there is more to come; of a file without blocks HDFS never says that all are there. */
  private static boolean hasUnfinishedEnd(LocatedBlocks located) {
    return located.getLocatedBlocks().isEmpty()
        ? located.isUnderConstruction()
        : !located.isLastBlockComplete();
  }

  /** Forgets blocks that a truncation or a concatenation took away. */
  private void dropVanished(List<LocatedBlock> blocks) {
    if (!unfinished.isEmpty()) {
      Set<Long> there = new HashSet<>();
      blocks.forEach(block -> there.add(block.getBlock().getBlockId()));
      unfinished.forEach(
          (id, work) -> {
            if (!there.contains(id)) {
              work.end();
            }
          });
      unfinished.keySet().retainAll(there);
    }
  }

  private void advanceBlock(
      LocatedBlock block, FilePolicy policy, boolean isCancelled, long nowNs) {
    Long id = block.getBlock().getBlockId();
    BlockWork known = unfinished.get(id);
    BlockWork work = known == null ? new BlockWork(core, watcher.owner(), this::begin) : known;
    long replicasBefore = work.replicasMoved();
    long bytesBefore = work.bytesMoved();
    int mayBegin = isCancelled ? 0 : Math.max(0, core.settings().movesPerFile() - pendingMoves());
    boolean isFinished = work.advance(block, policy, mayBegin, nowNs, lookedNs);
    replicasMoved += work.replicasMoved() - replicasBefore;
    bytesMoved += work.bytesMoved() - bytesBefore;
    if (work.replicasMoved() > replicasBefore) {
      watcher.moved(work.replicasMoved() - replicasBefore, work.bytesMoved() - bytesBefore);
    }
    if (!isFinished) {
      unfinished.put(id, work);
      return;
    }
    unfinished.remove(id);
    BlockFailure failure = work.failure();
    if (failure != null) {
      givenUp.add(id);
      giveUp(failure);
    }
  }

  private void begin(Attempt attempt) {
    core.ledger().reserve(attempt.transfer());
    core.queue()
        .add(
            attempt.transfer(),
            outcome -> {
              core.ledger().release(attempt.transfer());
              attempt.ended(outcome);
              aTransferEnded.set(true);
              wakeUp.run();
            });
  }

  private int pendingMoves() {
    return unfinished.values().stream().mapToInt(BlockWork::pending).sum();
  }

  private long delayNs(boolean isProgress, long nowNs) {
    boolean isWaitingForRemovalOnly = true;
    boolean hasEnded = aTransferEnded.getAndSet(false);
    boolean isOnTheWay = pendingMoves() > 0 && !hasEnded;
    boolean isBackingOff = true;
    long retryNs = Long.MAX_VALUE;
    for (BlockWork work : unfinished.values()) {
      isWaitingForRemovalOnly &= work.isWaitingForRemoval();
      isOnTheWay &= work.isOnTheWay();
      long waitNs = work.waitNs(nowNs);
      isBackingOff &= waitNs > 0;
      retryNs = Math.min(retryNs, waitNs == 0 ? Long.MAX_VALUE : waitNs);
    }
    long lookNs =
        isOnTheWay || isBackingOff
            ? LOOK_ON_THE_WAY_NS
            : delay.nextNs(isProgress || hasEnded, isWaitingForRemovalOnly);
    return Math.max(Math.min(lookNs, retryNs), untilNextLookNs());
  }

  private void giveUp(BlockFailure failure) {
    failedBlocks++;
    if (failures.size() < FileResult.MAX_FAILURES) {
      failures.add(failure);
    }
  }

  private long finishWith(HdfsLocatedFileStatus status, boolean isCutShort) {
    if (isCutShort) {
      return finish(FileOutcome.CANCELLED);
    }
    LocatedBlocks located = status.getLocatedBlocks();
    if (located != null && hasUnfinishedEnd(located)) {
      LocatedBlock last = located.getLastLocatedBlock();
      giveUp(
          new BlockFailure(
              last == null ? "last block" : last.getBlock().getBlockName(),
              Reason.BEING_WRITTEN,
              ""));
    }
    if (failedBlocks > 0) {
      return finish(FileOutcome.INCOMPLETE);
    }
    return finish(replicasMoved > 0 ? FileOutcome.MOVED : FileOutcome.IN_PLACE);
  }

  private long finish(FileOutcome outcome) {
    unfinished.values().forEach(BlockWork::end);
    whenFinished.run();
    watcher.ended(
        new FileResult(
            file.inodeId(),
            file.path(),
            outcome,
            replicasMoved,
            bytesMoved,
            failures,
            failedBlocks));
    return FINISHED;
  }
}
