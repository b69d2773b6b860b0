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
 * at all blocks itself. Thread-safe.
 */
@NullMarked
public final class ReplacedVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedVolumes.class);
  private static final Map<BlockManager, ReplacedVolumes> BY_NAMENODE = new WeakHashMap<>();

  /** A turn comes every few seconds, and each thousand blocks take some milliseconds. */
  private static final int BLOCKS_IN_A_TURN = 10_000;

  private final ReentrantLock working = new ReentrantLock();
  private final Deque<DatanodeStorageInfo> waiting = new ArrayDeque<>();
  private Set<DatanodeStorageInfo> known = Set.of();
  private Iterator<BlockInfo> current = Collections.emptyIterator();

  /** What a NameNode does in one turn, before the rest of its turn; called by woven code. */
  public static void work(BlockManager blocks, Namesystem namesystem) {
    try {
      of(blocks).turn(blocks, namesystem);
    } catch (RuntimeException e) {
      // an exception here would end the NameNode
      LOG.error("The blocks of volumes that hang or are slow were not looked at", e);
    }
  }

  private static ReplacedVolumes of(BlockManager blocks) {
    synchronized (BY_NAMENODE) {
      return BY_NAMENODE.computeIfAbsent(blocks, any -> new ReplacedVolumes());
    }
  }

  private void turn(BlockManager blocks, Namesystem namesystem) {
    if (namesystem.isInSafeMode() || !working.tryLock()) {
      return;
    }
    try {
      queueChanges(VolumeHealth.of(blocks).replaced());
      int left = BLOCKS_IN_A_TURN;
      while (left > 0 && (current.hasNext() || nextVolume(namesystem))) {
        List<BlockInfo> some = new ArrayList<>();
        while (some.size() < left && current.hasNext()) {
          some.add(current.next());
        }
        left -= some.size();
        some.removeIf(BlockInfo::isDeleted);
        blocks.processMisReplicatedBlocks(some);
      }
    } finally {
      working.unlock();
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
    DatanodeStorageInfo storage = waiting.poll();
    if (storage == null) {
      return false;
    }
    List<BlockInfo> of = new ArrayList<>();
    namesystem.readLock();
    try {
      storage.getBlockIterator().forEachRemaining(of::add);
    } finally {
      namesystem.readUnlock("replicas of a volume");
    }
    LOG.info("The {} blocks with a replica on volume {} are looked at", of.size(), storage);
    current = of.iterator();
    return true;
  }
}
