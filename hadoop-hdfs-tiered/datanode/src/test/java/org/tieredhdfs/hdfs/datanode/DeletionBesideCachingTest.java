package org.tieredhdfs.hdfs.datanode;

import java.io.File;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

@Timeout(180)
class DeletionBesideCachingTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;

  /** Locks no memory until it is let go, as for a large block on a slow disk. */
  private static final class HeldLocks extends NativeIO.POSIX.NoMlockCacheManipulator {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @Override
    public void mlock(String identifier, ByteBuffer mapped, long length) {
      begun.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aDeletionDoesNotWaitForABlockThatIsBeingCached() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 1 << 20);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 100);
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 200);
    NativeIO.POSIX.CacheManipulator before = NativeIO.POSIX.getCacheManipulator();
    HeldLocks held = new HeldLocks();
    NativeIO.POSIX.setCacheManipulator(held);
    try (OneNode node = new OneNode(folder, conf)) {
      Path cached = new Path(OneNode.DISK, "cached");
      Path deleted = new Path(OneNode.DISK, "deleted");
      DFSTestUtil.createFile(node.fs, cached, 1024, (short) 1, 1);
      DFSTestUtil.createFile(node.fs, deleted, 1024, (short) 1, 1);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(node.fs, deleted);
      node.fs.addCachePool(new CachePoolInfo("pool"));
      node.fs.addCacheDirective(
          new CacheDirectiveInfo.Builder().setPath(cached).setPool("pool").build());
      held.begun.await();
      node.fs.delete(deleted, false);
      Waits.until("the replica is deleted", LIMIT, () -> node.dataset().getVolume(block) == null);
      held.letGo.countDown();
    } finally {
      held.letGo.countDown();
      NativeIO.POSIX.setCacheManipulator(before);
    }
  }
}
