package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.jspecify.annotations.NullMarked;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.health.VolumeHealth;

/**
 * Has the blocks of a volume looked at when its replicas stop counting, and when they count again:
 * the NameNode then re-replicates what is under-replicated, and deletes what is too much.
 *
 * <p>Only the active NameNode works, outside safe mode, on the thread that schedules its other
 * work, a bounded number of blocks in each of its turns. When another becomes active Hadoop looks
 * at all blocks itself.
 *
 * <p>Blocks that Hadoop fails on are tried again in the next turns, then one by one, so that a
 * block that it cannot handle costs no other. Thread-safe.
 */
@NullMarked
public final class ReplacedVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedVolumes.class);
  private static final Map<BlockManager, ReplacedVolumes> BY_NAMENODE = new WeakHashMap<>();

  /** A turn comes every few seconds, and each thousand blocks take some milliseconds. */
  private static final int BLOCKS_IN_A_TURN = 10_000;

  /** Hadoop keeps the write lock for so many. */
  static final int BLOCKS_AT_ONCE = 1_000;

  static final int ATTEMPTS = 3;

  private final ReentrantLock working = new ReentrantLock();
  private final Deque<DatanodeStorageInfo> waiting = new ArrayDeque<>();
  private Set<DatanodeStorageInfo> known = Set.of();
  private Iterator<BlockInfo> current = Collections.emptyIterator();

  /** Those of {@code current} that are being looked at; some may have been already. */
  private List<BlockInfo> batch = List.of();

  /** In a row, of the batch or of the volume whose blocks are next. */
  private int failures;

  /** What a NameNode does in one turn, before the rest of its turn; called by woven code. */
  public static void work(BlockManager blocks, Namesystem namesystem) {
    try {
      of(blocks).turn(blocks, namesystem, VolumeHealth.of(blocks).replaced());
    } catch (RuntimeException e) {
      // Hadoop ends the NameNode otherwise
      LOG.error("The blocks of volumes that hang or are slow were not looked at this time", e);
    }
  }

  private static ReplacedVolumes of(BlockManager blocks) {
    synchronized (BY_NAMENODE) {
      return BY_NAMENODE.computeIfAbsent(blocks, any -> new ReplacedVolumes());
    }
  }

  /**
   * @param replaced the volumes whose replicas do not count now
   * @throws RuntimeException what Hadoop failed with; the next turn continues there
   */
  void turn(BlockManager blocks, Namesystem namesystem, Set<DatanodeStorageInfo> replaced) {
    if (namesystem.isInSafeMode() || !working.tryLock()) {
      return;
    }
    try {
      queueChanges(replaced);
      int left = BLOCKS_IN_A_TURN;
      while (left > 0 && (!batch.isEmpty() || nextBatch(namesystem))) {
        int looked = look(blocks);
        if (looked == 0) {
          // it is about to stop, or to become a standby
          return;
        }
        left -= looked;
        batch = batch.subList(looked, batch.size());
      }
    } finally {
      working.unlock();
    }
  }

  private boolean nextBatch(Namesystem namesystem) {
    List<BlockInfo> next = new ArrayList<>();
    while (next.isEmpty() && (current.hasNext() || nextVolume(namesystem))) {
      while (next.size() < BLOCKS_AT_ONCE && current.hasNext()) {
        BlockInfo block = current.next();
        if (!block.isDeleted()) {
          next.add(block);
        }
      }
    }
    batch = next;
    return !next.isEmpty();
  }

  /** Has Hadoop look at the batch; returns how many of it need no further look. */
  private int look(BlockManager blocks) {
    if (failures >= ATTEMPTS) {
      lookOneByOne(blocks);
      failures = 0;
      return batch.size();
    }
    try {
      int looked = blocks.processMisReplicatedBlocks(batch);
      failures = 0;
      return looked;
    } catch (RuntimeException e) {
      failures++;
      throw e;
    }
  }

  private void lookOneByOne(BlockManager blocks) {
    int skipped = 0;
    for (BlockInfo block : batch) {
      try {
        blocks.processMisReplicatedBlocks(List.of(block));
      } catch (RuntimeException e) {
        skipped++;
        LOG.debug("Block {} cannot be looked at", block, e);
      }
    }
    if (skipped > 0) {
      LOG.error(
          "{} of {} blocks with a replica on a volume that hangs or is slow were omitted, after {}"
              + " attempts",
          skipped,
          batch.size(),
          ATTEMPTS);
    }
  }

  private void queueChanges(Set<DatanodeStorageInfo> now) {
    for (DatanodeStorageInfo storage : now) {
      if (!known.contains(storage)) {
        queue(storage);
      }
    }
    for (DatanodeStorageInfo storage : known) {
      if (!now.contains(storage)) {
        queue(storage);
      }
    }
    known = now;
  }

  /** At the end, once more if it is among them: what was read of it may be from before. */
  private void queue(DatanodeStorageInfo storage) {
    waiting.remove(storage);
    waiting.add(storage);
  }

  private boolean nextVolume(Namesystem namesystem) {
    DatanodeStorageInfo storage = waiting.peek();
    if (storage == null) {
      return false;
    }
    try {
      current = blocksOf(storage, namesystem).iterator();
      failures = 0;
    } catch (RuntimeException e) {
      failures++;
      if (failures < ATTEMPTS) {
        throw e;
      }
      failures = 0;
      LOG.error("The blocks on volume {} were omitted, after {} attempts", storage, ATTEMPTS, e);
    }
    waiting.remove();
    return true;
  }

  private static List<BlockInfo> blocksOf(DatanodeStorageInfo storage, Namesystem namesystem) {
    List<BlockInfo> of = new ArrayList<>();
    namesystem.readLock();
    try {
      storage.getBlockIterator().forEachRemaining(of::add);
    } finally {
      namesystem.readUnlock("replicas of a volume");
    }
    LOG.info("The {} blocks with a replica on volume {} are looked at", of.size(), storage);
    return of;
  }
}
